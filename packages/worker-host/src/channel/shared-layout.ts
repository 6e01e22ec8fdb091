import { SHARED_ANSWER_BYTES } from "./channel-bounds.ts";

/** Where each word of the memory shared by host and worker stands; each is written by one side only. */
export const sharedWord = {
  /** State of the answer to a blocking request; both sides, in turns. */
  answerState: 0,
  /** Bytes of that answer; host. */
  answerBytes: 1,
  /** Messages the guest has begun on; worker. */
  taken: 2,
  /** Messages the guest is done with; worker. */
  handled: 3,
  /** UTF-16 units of the messages taken, modulo 2^32; worker. */
  takenUnits: 4,
  /** When the guest began on its latest message, milliseconds of the monotonic clock modulo 2^32; worker. */
  turnStart: 5,
  /** Memory of the guest in KiB; worker. */
  memoryKib: 6,
  /** Frames that the host has read; host. */
  readFrames: 7,
  /** UTF-16 units of those frames, modulo 2^32; host. */
  readUnits: 8,
  /** 1 while the worker waits for the host to read; worker. */
  outboxWaits: 9,
} as const;

const HEADER_BYTES = 64;

/** The memory that a host and one worker share: counters, then room for one answer. */
export function makeSharedMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + SHARED_ANSWER_BYTES);
}

/** The counters of {@link sharedWord}. */
export function sharedWords(memory: SharedArrayBuffer): Int32Array {
  return new Int32Array(memory, 0, HEADER_BYTES / 4);
}

/** The room for one answer. */
export function sharedAnswer(memory: SharedArrayBuffer): Buffer {
  return Buffer.from(memory, HEADER_BYTES, SHARED_ANSWER_BYTES);
}

/** Milliseconds of the monotonic clock that all threads share, modulo 2^32; compare two of them by `(a - b) | 0`. */
export function sharedClock(): number {
  const [seconds, nanos] = process.hrtime();
  return (seconds * 1000 + nanos / 1e6) | 0;
}
