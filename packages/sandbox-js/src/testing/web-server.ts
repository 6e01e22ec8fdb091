import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HeaderPair, JsonObject, NetFetchResult } from "@ambit/api-types";

/** A real server on loopback, and its address. */
export interface WebServer {
  readonly origin: string;
  /** Every request that came, with its body. */
  readonly seen: { readonly method: string; readonly url: string; readonly headers: IncomingMessage["headers"]; readonly body: string }[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server. */
export async function startWebServer(handle: (request: IncomingMessage, response: ServerResponse, body: string) => void): Promise<WebServer> {
  const seen: WebServer["seen"] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    seen.push({ method: incoming.method ?? "", url: incoming.url ?? "", headers: incoming.headers, body });
    handle(incoming, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen, [Symbol.asyncDispose]: close };
}

/** One HTTP request without redirects, in the form of `net/fetch`: what a host's proxy does, without its judgement. */
export function fetchOnce(params: JsonObject): Promise<NetFetchResult> {
  const { url, method, headers, body, bodyEncoding } = params as { url: string; method?: string; headers?: HeaderPair[]; body?: string; bodyEncoding?: BufferEncoding };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: method ?? "GET", headers: Object.fromEntries(headers ?? []) }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const bytes = Buffer.concat(parts);
      const text = bytes.toString();
      const encoding = Buffer.from(text).equals(bytes) ? "utf8" : "base64";
      const pairs = response.rawHeaders.flatMap((name, at, all): HeaderPair[] => (at % 2 === 0 ? [[name, all[at + 1] ?? ""]] : []));
      resolve({ status: response.statusCode ?? 0, statusText: response.statusMessage ?? "", headers: pairs, body: encoding === "utf8" ? text : bytes.toString("base64"), encoding });
    });
    outgoing.on("error", reject);
    outgoing.end(body === undefined ? undefined : Buffer.from(body, bodyEncoding ?? "utf8"));
  });
}
