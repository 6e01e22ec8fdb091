import { CREDIT_BYTES, type ProxyRequest, type WaitingReadParams, type WaitingReadResult } from "@ambit/api-types";
import { encodeData } from "../data/data-encoding.ts";
import { waitTime } from "./wait-time.ts";
import type { WaitingBytes } from "./waiting-bytes.ts";
import { wholeCharacters } from "./whole-characters.ts";

/** An answer, with how many bytes it holds. */
export interface WaitingRead {
  readonly result: WaitingReadResult;
  readonly bytesIn: number;
}

/**
 * Reads what waits, or waits for it. A call that is given up takes nothing. Text is not cut within a character, unless
 * `max` or the end leaves no other way.
 *
 * @throws AmbitError what the source failed with, once all that came before is taken.
 */
export async function readWaiting(waiting: WaitingBytes, params: WaitingReadParams, { instance, signal }: ProxyRequest): Promise<WaitingRead> {
  const { max = CREDIT_BYTES, encoding = "utf8" } = params;
  const deadline = performance.now() + waitTime(instance, params.waitMs);
  for (;;) {
    const ready = readyBytes(waiting, max, encoding === "utf8");
    if (ready > 0 || waiting.isEnded) {
      if (ready === 0 && waiting.error !== undefined) throw waiting.error;
      return answer(waiting, ready, encoding);
    }
    const left = deadline - performance.now();
    if (left <= 0) return answer(waiting, 0, encoding);
    await waiting.arrival.next(signal, left);
  }
}

function answer(waiting: WaitingBytes, length: number, encoding: "utf8" | "base64"): WaitingRead {
  const done = waiting.isEnded && waiting.error === undefined && length === waiting.length;
  return { result: { ...encodeData(waiting.take(length), encoding), done }, bytesIn: length };
}

function readyBytes(waiting: WaitingBytes, max: number, isText: boolean): number {
  const most = Math.min(max, waiting.length);
  if (!isText || (waiting.isEnded && most === waiting.length)) return most;
  const whole = wholeCharacters(waiting.peek().subarray(0, most));
  return whole === 0 && waiting.length >= max ? most : whole;
}
