import type { JsonObject } from "@ambit/api-types";
import type { CaseResponse } from "../connection/case-server.ts";
import type { CallEnd, RealCalls } from "./real-calls.ts";

/** What a case does with a URL. */
export type NetOp = "fetch" | "stream" | "ws";

/** The call that begins each. */
export const openers: Readonly<Record<NetOp, string>> = { fetch: "net/fetch", stream: "net/stream", ws: "ws/open" };

/** How long one reading waits, in milliseconds. */
const WAIT_MILLIS = 5000;

/** Does it to its end: a stream is read until nothing is left, a WebSocket until its message is there. */
export async function runOp(calls: RealCalls, op: NetOp, params: JsonObject, response: CaseResponse): Promise<CallEnd> {
  const begun = await calls.run(openers[op], params);
  if (begun.code !== undefined) return begun;
  const handle = begun.result as JsonObject;
  if (op === "stream") return readStream(calls, handle["stream"] as number);
  if (op === "ws" && (response.bytes ?? response.decodedBytes) !== undefined) return receive(calls, handle["socket"] as number);
  return begun;
}

async function readStream(calls: RealCalls, stream: number): Promise<CallEnd> {
  for (;;) {
    const piece = await calls.run("stream/read", { stream, waitMs: WAIT_MILLIS });
    if (piece.code !== undefined || (piece.result as JsonObject)["done"] === true) return piece;
  }
}

async function receive(calls: RealCalls, socket: number): Promise<CallEnd> {
  const received = await calls.run("ws/receive", { socket, waitMs: WAIT_MILLIS });
  if (received.code !== undefined) return received;
  const { kind, code } = received.result as JsonObject;
  return kind === "text" || kind === "binary" ? received : { code: "CLOSED", message: `the socket gave ${String(kind)} ${String(code ?? "")}` };
}
