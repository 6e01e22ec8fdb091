import type { IncomingMessage, ServerResponse } from "node:http";
import type { NetworkHandler, SeenRequest } from "./network-handlers.ts";

/** Most bytes of one request's body that a test's network takes. */
const BODY_BYTES = 16 * 1024 * 1024;

/** Has a handler answer one request, and gives what was asked and answered. A handler that throws answers 500 with its message. */
export async function answerRequest(origin: string, incoming: IncomingMessage, outgoing: ServerResponse, handler: NetworkHandler): Promise<SeenRequest> {
  const body = await bodyOf(incoming);
  const request = requestOf(origin, incoming, body);
  const response = await Promise.resolve().then(() => handler(request.clone())).catch((error: unknown) => new Response(`The test's handler failed: ${String(error)}`, { status: 500 }));
  outgoing.writeHead(response.status, response.statusText, [...response.headers].flat());
  outgoing.end(Buffer.from(await response.arrayBuffer()));
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body: body.toString("utf8"), status: response.status };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > BODY_BYTES) throw new Error(`The request's body is larger than ${BODY_BYTES} bytes.`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function requestOf(origin: string, { method = "GET", url = "/", rawHeaders }: IncomingMessage, body: Buffer): Request {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  const hasBody = method !== "GET" && method !== "HEAD" && body.length > 0;
  return new Request(new URL(url, origin), { method, headers, ...(hasBody && { body: new Uint8Array(body) }) });
}
