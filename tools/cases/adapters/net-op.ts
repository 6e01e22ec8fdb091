import type { JsonObject } from "@ambit/api-types";
import type { AnswerPlan } from "../connection/answer-plan.ts";
import type { CallEnd, RealCalls } from "./real-calls.ts";

/** What a case does with a URL. */
export type NetOp = "fetch" | "stream" | "ws" | "tcp";

/** The call that begins each. */
export const openers: Readonly<Record<NetOp, string>> = { fetch: "net/fetch", stream: "net/stream", ws: "ws/open", tcp: "tcp/open" };

/** Other words for them, as cases use them. */
const WORDS: Readonly<Record<string, NetOp>> = { fetch: "fetch", http: "fetch", request: "fetch", stream: "stream", streams: "stream", sse: "stream", ws: "ws", wss: "ws", websocket: "ws", websockets: "ws", sockets: "ws", tcp: "tcp", socket: "tcp", connect: "tcp" };

/** How long one reading waits, in milliseconds, and how long a stream is read at all. */
const WAIT_MILLIS = 2000;
const STREAM_MILLIS = 20_000;

/** What a case means by a word; `fetch` where it says nothing. @throws Error for a word that is not known. */
export function opOf(word: unknown): NetOp {
  const text = String(word ?? "fetch").toLowerCase().replace(/^(?:net|ws|tcp)\/(?=fetch|stream|open)/, (prefix) => (prefix === "net/" ? "" : `${prefix.slice(0, -1)} `)).split(" ")[0] ?? "";
  const op = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined;
  if (op === undefined) throw new Error(`unknown op ${String(word)}`);
  return op;
}

/** Does it to its end: a stream is read until nothing is left, a WebSocket until its message is there. */
export async function runOp(calls: RealCalls, op: NetOp, params: JsonObject, plan: AnswerPlan): Promise<CallEnd> {
  const begun = await calls.run(openers[op], params);
  if (begun.code !== undefined) return begun;
  const handle = begun.result as JsonObject;
  if (op === "stream") return readStream(calls, handle["stream"] as number, begun);
  if (op === "ws" && plan.message !== undefined) return receive(calls, handle["socket"] as number);
  return begun;
}

async function readStream(calls: RealCalls, stream: number, begun: CallEnd): Promise<CallEnd> {
  const until = Date.now() + STREAM_MILLIS;
  while (Date.now() < until) {
    const piece = await calls.run("stream/read", { stream, waitMs: WAIT_MILLIS });
    if (piece.code !== undefined) return piece;
    if ((piece.result as JsonObject)["done"] === true) return begun;
  }
  throw new Error(`the stream has no end within ${STREAM_MILLIS / 1000} seconds`);
}

async function receive(calls: RealCalls, socket: number): Promise<CallEnd> {
  const received = await calls.run("ws/receive", { socket, waitMs: WAIT_MILLIS });
  if (received.code !== undefined) return received;
  const { kind, code } = received.result as JsonObject;
  return kind === "text" || kind === "binary" ? received : { code: "CLOSED", message: `the socket gave ${String(kind)} ${String(code ?? "")}` };
}
