import { SHARED_TEXT_BYTES } from "./channel-bounds.ts";

/** Where each word of the memory shared by host and worker stands; each is written by one side only. */
export const sharedWord = {
  /** State of the answer to a blocking request; both sides, in turns. */
  answerState: 0,
  /** Bytes of the request or of its answer, whichever is in the room for them; both sides, in turns. */
  askBytes: 1,
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
  /** Changes with every message to a guest; host. */
  inboxBell: 10,
  /** Messages to a guest that went by the port; host. */
  inboxPosted: 11,
  /** Bytes of the message to a guest that is in the shared memory, 0 where none is; both sides, in turns. */
  inboxBytes: 12,
  /** Changes with every blocking request in the shared memory; worker. */
  askBell: 13,
  /** Frames the worker has posted, so that a request does not overtake them; worker. */
  postedFrames: 14,
  /** 1 once the guest is to end; host. */
  stop: 15,
  /** Processor time of the guest's turns in a shared thread, tenths of a millisecond modulo 2^32; worker. */
  cpuUsed: 16,
  /** That of the whole thread when the latest turn began; worker. */
  cpuAtTurn: 17,
} as const;

const HEADER_BYTES = 128;

/** The memory that a host and one worker share: counters, room for one blocking request, room for one message to the guest. */
export function makeSharedMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER_BYTES + 2 * SHARED_TEXT_BYTES);
}

/** The counters of {@link sharedWord}. */
export function sharedWords(memory: SharedArrayBuffer): Int32Array {
  return new Int32Array(memory, 0, HEADER_BYTES / 4);
}

/** The room for one blocking request, then for its answer. */
export function sharedAsk(memory: SharedArrayBuffer): Buffer {
  return Buffer.from(memory, HEADER_BYTES, SHARED_TEXT_BYTES);
}

/** The room for one message to a guest. */
export function sharedInbox(memory: SharedArrayBuffer): Buffer {
  return Buffer.from(memory, HEADER_BYTES + SHARED_TEXT_BYTES, SHARED_TEXT_BYTES);
}

/** Whether a text fits into the room for one. */
export function fitsShared(text: string): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8, so short texts need no count.
  if (text.length * 3 <= SHARED_TEXT_BYTES) return true;
  return text.length <= SHARED_TEXT_BYTES && Buffer.byteLength(text) <= SHARED_TEXT_BYTES;
}

// `performance.now()` counts from each thread's own start; `process.hrtime()` is the same in all, but slower.
const [seconds, nanos] = process.hrtime();
const clockOffset = seconds * 1000 + nanos / 1e6 - performance.now();

/** Milliseconds of the monotonic clock that all threads share, modulo 2^32; compare two of them by `(a - b) | 0`. */
export function sharedClock(): number {
  return (performance.now() + clockOffset) | 0;
}
