import { CREDIT_BYTES } from "@ambit/api-types";
import { Arrival } from "./arrival.ts";

const firstCapacity = 16 * 1024;

/**
 * Bytes that wait for a guest, in one buffer of their own: a server that sends a byte at a time costs no more memory than
 * one that sends large pieces. Who fills it stops while it is full.
 */
export class WaitingBytes {
  /** Told of each change that a reader waits for: bytes, the end, a failure. */
  readonly arrival: Arrival = new Arrival();
  /** Told when there is room again. */
  readonly room: Arrival = new Arrival();
  #buffer: Buffer = Buffer.alloc(0);
  #start = 0;
  #length = 0;
  #end: { readonly error?: Error } | undefined;

  get length(): number {
    return this.#length;
  }

  /** Whether as much waits as may: no more is to be read until some is taken. */
  get isFull(): boolean {
    return this.#length >= CREDIT_BYTES;
  }

  /** Whether nothing follows what waits. */
  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Why nothing follows, where it is a failure. */
  get error(): Error | undefined {
    return this.#end?.error;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0 || this.isEnded) return;
    this.#makeRoom(chunk.length);
    this.#buffer.set(chunk, this.#start + this.#length);
    this.#length += chunk.length;
    this.arrival.tell();
  }

  /** Nothing follows. Only the first end counts. */
  end(error?: Error): void {
    this.#end ??= error === undefined ? {} : { error };
    this.arrival.tell();
    this.room.tell();
  }

  /** Takes bytes from the front, at most `most`; they are a copy of their own. */
  take(most: number): Buffer {
    const length = Math.min(most, this.#length);
    const taken = Buffer.from(this.#buffer.subarray(this.#start, this.#start + length));
    this.#start += length;
    this.#length -= length;
    if (this.#length === 0) [this.#buffer, this.#start] = [Buffer.alloc(0), 0];
    if (length > 0) this.room.tell();
    return taken;
  }

  /** The bytes that wait, for looking at; they are not to be kept. */
  peek(): Buffer {
    return this.#buffer.subarray(this.#start, this.#start + this.#length);
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (this.#start + needed <= this.#buffer.length) return;
    const larger = needed > this.#buffer.length ? Buffer.allocUnsafeSlow(Math.max(needed, this.#buffer.length * 2, firstCapacity)) : this.#buffer;
    this.#buffer.copy(larger, 0, this.#start, this.#start + this.#length);
    [this.#buffer, this.#start] = [larger, 0];
  }
}
