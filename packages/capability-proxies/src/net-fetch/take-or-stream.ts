import { AmbitError, type DataEncoding, type ProxyRequest, STREAM_IDLE_SECONDS, STREAMS_AT_ONCE } from "@ambit/api-types";
import type { HttpAnswer } from "../connection/http-answer.ts";
import type { NetGrant } from "../connection/net-grant.ts";
import { OpenStream } from "../net-stream/open-stream.ts";
import type { StreamTable } from "../net-stream/stream-tables.ts";
import type { TypedAnswer } from "../proxy/define-proxy.ts";
import { endedBy } from "../proxy/ended-call.ts";
import { BoundedBytes } from "./bounded-bytes.ts";
import { wholeAnswer } from "./whole-answer.ts";

type Answer = TypedAnswer<"net/fetch">;

/** Milliseconds that a body has to come whole, before it is handed on as a stream: most bodies take less, and need no further calls then. */
const AHEAD_MS = 100;

/** Kinds of bodies that are read as they come, however short the first pause is. */
const EVENTS = /^text\/event-stream\b/i;

/**
 * Streams past which a body that ends is taken whole: plugin code drops answers without having read them, and what it drops holds a
 * connection to its server, of which there are few.
 */
const MOST_UNASKED = STREAMS_AT_ONCE / 2;

/** What an answer is taken with. */
export interface TakeTerms {
  /** The call's deadline. */
  readonly signal: AbortSignal;
  readonly encoding: DataEncoding | undefined;
  readonly grant: NetGrant;
  readonly request: ProxyRequest;
  readonly streams: StreamTable;
}

/**
 * Takes a body whole where it comes at once, and as a stream where it does not. Where the instance has many streams open, a
 * body that has an end is taken whole in any case.
 *
 * @throws AmbitError what the body fails with; `LIMIT_EXCEEDED` (`fetchBytes`).
 */
export async function takeOrStream(answer: HttpAnswer, terms: TakeTerms): Promise<Answer> {
  const opened = openedBody(answer, terms);
  try {
    return (await takeAhead(opened, terms)) ?? (await handOn(opened, terms)) ?? (await takeRest(opened, terms));
  } catch (error) {
    opened.destroy();
    throw error;
  }
}

function openedBody(answer: HttpAnswer, { grant, signal }: TakeTerms): OpenStream {
  try {
    // Stands when its call does: one that is given up as the answer comes leaves nothing open.
    if (signal.aborted) throw endedBy(signal);
    return new OpenStream(answer, { idleMs: isEvents(answer) ? undefined : STREAM_IDLE_SECONDS * 1000, stillAllowed: grant.stillAllowed ?? (() => true) });
  } catch (error) {
    answer.body.destroy();
    throw error;
  }
}

function isEvents(answer: HttpAnswer): boolean {
  return EVENTS.test(answer.header("content-type"));
}

/** The whole answer where it is there in time. */
async function takeAhead({ answer, waiting }: OpenStream, { signal, encoding, request }: TakeTerms): Promise<Answer | undefined> {
  const most = request.instance.policy.limits.fetchBytes;
  const deadline = performance.now() + (isEvents(answer) ? 0 : AHEAD_MS);
  while (!waiting.isEnded && !waiting.isFull && waiting.length <= most) {
    const left = deadline - performance.now();
    if (left <= 0) return undefined;
    await waiting.arrival.next(signal, left);
  }
  if (waiting.error !== undefined) throw waiting.error;
  return waiting.isEnded && waiting.length <= most ? wholeAnswer(answer, waiting.take(most), encoding) : undefined;
}

async function handOn(opened: OpenStream, { streams }: TakeTerms): Promise<Answer | undefined> {
  if (streams.size >= MOST_UNASKED && !isEvents(opened.answer)) return undefined;
  try {
    const { handle } = await streams.open(async () => opened);
    const { status, statusText, headers, note } = opened.answer;
    return { result: { status, statusText, headers, body: "", encoding: "utf8", stream: handle }, ...(note && { note }) };
  } catch (error) {
    if (AmbitError.isInstance(error) && error.details.limit === "streams") return undefined;
    throw error;
  }
}

async function takeRest({ answer, waiting }: OpenStream, { signal, encoding, request }: TakeTerms): Promise<Answer> {
  const taken = new BoundedBytes(request.instance.policy.limits.fetchBytes);
  for (;;) {
    taken.append(waiting.take(waiting.length));
    if (waiting.isEnded) break;
    await waiting.arrival.next(signal);
  }
  if (waiting.error !== undefined) throw waiting.error;
  return wholeAnswer(answer, taken.bytes, encoding);
}
