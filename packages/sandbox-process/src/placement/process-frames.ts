import { AmbitError, MESSAGE_BYTES } from "@ambit/api-types/guest";

/** What a frame between the host and a process is. The number is on the wire. */
export const frameKind = {
  /** Host: make the instance. */
  create: 1,
  /** Host: call into the guest. */
  call: 2,
  /** Host: nobody waits for that call any more. */
  abort: 3,
  /** Host: tell the guest something. */
  notify: 4,
  /** Host: the gateway's answer to a request. */
  answer: 5,
  /** Host: the gateway has no answer to a notification. */
  silence: 6,
  /** Host: end the instance. */
  dispose: 7,
  /** Host: what has it used? Process: that. */
  usage: 8,
  /** Process: the instance is there. */
  created: 9,
  /** Process: the call's result. */
  result: 10,
  /** Process: what the call, or the making of the instance, ended in. */
  error: 11,
  /** Process: a message for the gateway. */
  ask: 12,
  /** Process: the instance has ended. */
  exited: 13,
  /** Process: a part of a call's result, ahead of its end. */
  part: 14,
  /** Process: how far a call is. */
  progress: 15,
} as const;

/** One frame. */
export interface Frame {
  readonly kind: number;
  /** Ties an answer to what it answers; 0 where nothing is answered. */
  readonly id: number;
  readonly text: string;
}

const HEAD_BYTES = 9;
/** A message with what frames add to it. */
const MOST_BYTES = MESSAGE_BYTES + 64 * 1024;

/**
 * Writes one frame: its length, its kind, its id, its text.
 *
 * @throws AmbitError `MESSAGE_TOO_LARGE`.
 */
export function encodeFrame(kind: number, id: number, text = ""): Buffer {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES) throw new AmbitError("MESSAGE_TOO_LARGE", `The message is larger than ${MESSAGE_BYTES} bytes.`, { limit: "message" });
  const frame = Buffer.allocUnsafe(HEAD_BYTES + bytes);
  frame.writeUInt32BE(bytes, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32BE(id, 5);
  frame.write(text, HEAD_BYTES);
  return frame;
}

/** Puts frames together from what a pipe brings, and never keeps more than one frame may have. */
export class FrameReader {
  readonly #take: (frame: Frame) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(take: (frame: Frame) => void) {
    this.#take = take;
  }

  /** @throws AmbitError `MESSAGE_TOO_LARGE` as soon as a frame says that it is. */
  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    for (let length = this.#frameBytes(); length !== undefined && this.#bytes >= length; length = this.#frameBytes()) this.#give(length);
  }

  /** Bytes of the frame that has begun, or undefined where its length is not here yet. */
  #frameBytes(): number | undefined {
    if (this.#bytes < HEAD_BYTES) return undefined;
    if ((this.#pieces[0]?.length ?? 0) < HEAD_BYTES) this.#pieces = [Buffer.concat(this.#pieces)];
    const bytes = this.#pieces[0]?.readUInt32BE(0) ?? 0;
    if (bytes > MOST_BYTES) throw new AmbitError("MESSAGE_TOO_LARGE", `A message is larger than ${MESSAGE_BYTES} bytes.`, { limit: "message" });
    return HEAD_BYTES + bytes;
  }

  #give(length: number): void {
    const [all = Buffer.alloc(0)] = this.#pieces.length === 1 ? this.#pieces : [Buffer.concat(this.#pieces)];
    const rest = all.subarray(length);
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#bytes = rest.length;
    this.#take({ kind: all.readUInt8(4), id: all.readUInt32BE(5), text: all.toString("utf8", HEAD_BYTES, length) });
  }
}
