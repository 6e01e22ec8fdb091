import type { HostState } from "../preview1/host/host-state.ts";
import { checkDeadline } from "../preview1/proc/proc-functions.ts";
import { IoError } from "./io-error.ts";
import { Pollable, type Waitable } from "./pollable.ts";

/** Most bytes that one read or write moves. */
const CHUNK = 65_536;

/** What an input stream reads from. */
export interface Source {
  /** Up to `length` bytes; empty where none are there yet, undefined at the end. Throws an `IoError` for a failure. */
  read(length: number): Uint8Array | undefined;
  /** Where reading may find nothing yet. */
  readonly waitable?: Waitable;
}

/** What a stream's calls fail with. */
type StreamError = { readonly tag: "closed" } | { readonly tag: "last-operation-failed"; readonly val: IoError };

const closed: StreamError = { tag: "closed" };

function failed(thrown: unknown): never {
  // Errors of a stream are values here, as the component model has them; anything else is the host's own and ends the guest.
  if (thrown instanceof IoError) throw { tag: "last-operation-failed", val: thrown } satisfies StreamError;
  throw thrown;
}

function boundedLength(length: bigint): number {
  return length < BigInt(CHUNK) ? Number(length) : CHUNK;
}

/** `wasi:io/streams.input-stream`. */
export class InputStream {
  readonly #state: HostState;
  readonly #source: Source;
  #closed = false;

  constructor(state: HostState, source: Source) {
    this.#state = state;
    this.#source = source;
  }

  read(length: bigint): Uint8Array {
    if (this.#closed) throw closed;
    if (length === 0n) return new Uint8Array();
    try {
      const bytes = this.#source.read(boundedLength(length));
      if (bytes !== undefined) return bytes;
    } catch (thrown) {
      this.#closed = true;
      return failed(thrown);
    }
    this.#closed = true;
    throw closed;
  }

  blockingRead(length: bigint): Uint8Array {
    for (;;) {
      const bytes = this.read(length);
      if (bytes.length > 0 || length === 0n) return bytes;
      this.subscribe().block();
    }
  }

  skip(length: bigint): bigint {
    return BigInt(this.read(length).length);
  }

  blockingSkip(length: bigint): bigint {
    return BigInt(this.blockingRead(length).length);
  }

  subscribe(): Pollable {
    return new Pollable(this.#state, this.#closed ? undefined : this.#source.waitable);
  }
}

/** Takes a stream's bytes; throws an `IoError` for a failure. What it takes it has taken wholly. */
export type Sink = (bytes: Uint8Array) => void;

/** `wasi:io/streams.output-stream`. Writing never waits: what a sink takes, it takes at once. */
export class OutputStream {
  readonly #state: HostState;
  readonly #sink: Sink;
  #closed = false;

  constructor(state: HostState, sink: Sink) {
    this.#state = state;
    this.#sink = sink;
  }

  checkWrite(): bigint {
    if (this.#closed) throw closed;
    checkDeadline(this.#state);
    return BigInt(CHUNK);
  }

  write(bytes: Uint8Array): void {
    if (this.#closed) throw closed;
    try {
      this.#sink(bytes);
    } catch (thrown) {
      this.#closed = true;
      failed(thrown);
    }
  }

  blockingWriteAndFlush(bytes: Uint8Array): void {
    this.write(bytes);
  }

  flush(): void {
    if (this.#closed) throw closed;
  }

  blockingFlush(): void {
    this.flush();
  }

  writeZeroes(length: bigint): void {
    this.write(new Uint8Array(boundedLength(length)));
  }

  blockingWriteZeroesAndFlush(length: bigint): void {
    this.writeZeroes(length);
  }

  splice(source: InputStream, length: bigint): bigint {
    const bytes = source.read(length);
    this.write(bytes);
    return BigInt(bytes.length);
  }

  blockingSplice(source: InputStream, length: bigint): bigint {
    const bytes = source.blockingRead(length);
    this.write(bytes);
    return BigInt(bytes.length);
  }

  subscribe(): Pollable {
    return new Pollable(this.#state);
  }
}
