import { AmbitError, timerMillis } from "@ambit/api-types";
import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, request as httpRequest } from "node:http";
import type { Duplex } from "node:stream";
import { dialJudged } from "./dial-judged.ts";
import type { ByteCount } from "./byte-count.ts";

/** A request in the clear that was allowed. */
export interface ForwardOrder {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parsed once; judged and asked for as this same object. */
  readonly url: URL;
  readonly addresses: readonly string[];
  readonly idleMillis: number;
  readonly count: ByteCount;
  readonly hold: (server: Duplex) => void;
}

/** Headers that are for one hop alone. */
const HOP_HEADERS: ReadonlySet<string> = new Set(["connection", "proxy-connection", "proxy-authorization", "proxy-authenticate", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "host"]);

/**
 * Makes one request for the child, to a judged address, by the name that was judged, and carries the answer back.
 *
 * @throws AmbitError `NETWORK_FAILED`.
 */
export async function forwardRequest(order: ForwardOrder): Promise<void> {
  const { request, response, url, count } = order;
  const socket = await dialJudged(order.addresses, url.port === "" ? 80 : Number(url.port));
  order.hold(socket);
  const headers = { ...withoutHops(request), host: url.host, connection: "close" };
  const outer = httpRequest({ createConnection: () => socket, method: request.method ?? "GET", path: `${url.pathname}${url.search}`, headers, setHost: false });
  outer.setTimeout(timerMillis(order.idleMillis), () => outer.destroy());
  response.once("close", () => outer.destroy());
  request.on("data", (piece: Buffer) => (count.bytesOut += piece.length));
  request.pipe(outer);
  await new Promise<void>((resolve, reject) => {
    outer.once("error", (cause) => reject(new AmbitError("NETWORK_FAILED", "The server did not answer.", { cause })));
    outer.once("response", (answer: IncomingMessage) => {
      answer.on("data", (piece: Buffer) => (count.bytesIn += piece.length));
      answer.once("error", () => response.destroy());
      response.once("close", resolve);
      response.writeHead(answer.statusCode ?? 502, withoutHops(answer));
      answer.pipe(response);
    });
  });
}

function withoutHops(message: IncomingMessage): OutgoingHttpHeaders {
  const named = String(message.headers.connection ?? "").toLowerCase().split(",").map((name) => name.trim());
  return Object.fromEntries(Object.entries(message.headers).filter(([name]) => !HOP_HEADERS.has(name) && !named.includes(name)));
}
