/** What a frame between host and supervisor carries. */
export const frameKind = {
  /** Host: a request as JSON. */
  request: 1,
  /** Both: bytes of the request with this number. */
  data: 2,
  /** Host: no more bytes come. */
  end: 3,
  /** Host: give the request up. */
  cancel: 4,
  /** Supervisor: the command has begun. */
  started: 5,
  /** Supervisor: output of the command. */
  stdout: 6,
  stderr: 7,
  /** Supervisor: the request's answer as JSON. It is its last frame, as `failed` is. */
  done: 8,
  /** Supervisor: a {@link Failure} as JSON. */
  failed: 9,
  /** Supervisor: it takes requests. Number 0. */
  ready: 10,
} as const;

/** One of {@link frameKind}. */
export type FrameKind = (typeof frameKind)[keyof typeof frameKind];

/** One frame, with the number of the request that it belongs to. */
export interface Frame {
  readonly kind: FrameKind;
  readonly id: number;
  readonly payload: Buffer;
}

/** Most bytes of a payload. More is a fault of whoever sent it. */
export const FRAME_BYTES: number = 1024 * 1024;

const HEADER_BYTES = 9;

/** A frame as bytes. */
export function encodeFrame(kind: FrameKind, id: number, payload: Uint8Array | string = ""): Buffer {
  const body = typeof payload === "string" ? Buffer.from(payload) : payload;
  if (body.length > FRAME_BYTES) throw new RangeError("A frame is too large.");
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
  frame.writeUInt32LE(body.length, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(id, 5);
  frame.set(body, HEADER_BYTES);
  return frame;
}

/** Puts frames together from what a stream brings. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #bytes = 0;

  /**
   * Takes what came, and gives the frames that are whole.
   *
   * @throws RangeError for a frame that is too large: nothing after it can be understood.
   */
  *read(chunk: Buffer): Generator<Frame> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    while (this.#bytes >= HEADER_BYTES) {
      const head = this.#peek(HEADER_BYTES);
      const length = head.readUInt32LE(0);
      if (length > FRAME_BYTES) throw new RangeError("A frame is too large.");
      if (this.#bytes < HEADER_BYTES + length) return;
      const whole = this.#peek(HEADER_BYTES + length);
      this.#drop(HEADER_BYTES + length);
      yield { kind: head.readUInt8(4) as FrameKind, id: head.readUInt32LE(5), payload: whole.subarray(HEADER_BYTES, HEADER_BYTES + length) };
    }
  }

  /** The first bytes in one piece. */
  #peek(bytes: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= bytes) return first;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }

  #drop(bytes: number): void {
    this.#bytes -= bytes;
    const [first, ...rest] = this.#chunks;
    if (first === undefined) return;
    this.#chunks = first.length === bytes ? rest : [first.subarray(bytes), ...rest];
  }
}
