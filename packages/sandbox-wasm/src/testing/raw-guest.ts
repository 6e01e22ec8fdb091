import type { WasmInstance, WasmMemory } from "../engine/web-assembly.ts";
import { Preview1Host, type Preview1Options } from "../preview1/host/preview1-host.ts";
import type { Preview1Functions } from "../preview1/host/preview1-functions.ts";
import { instantiate } from "./run-fixture.ts";

/** Where the test's own data stands in the guest's memory: results first, then what it writes. */
const resultAt = 0;
const dataAt = 1024;

/** A guest whose functions are called with arguments of the test's own, through a real module and its real memory. */
export class RawGuest implements Disposable {
  readonly host: Preview1Host;
  readonly calls: Preview1Functions;
  readonly result: number = resultAt;
  readonly data: number = dataAt;
  readonly #instance: WasmInstance;

  constructor(options: Preview1Options = {}) {
    this.host = new Preview1Host(options);
    this.#instance = instantiate("raw-calls", this.host);
    // The fixture exports every function of preview1 under its own name and type.
    this.calls = this.#instance.exports as unknown as Preview1Functions;
  }

  get memory(): Uint8Array {
    return new Uint8Array((this.#instance.exports["memory"] as WasmMemory).buffer);
  }

  get view(): DataView {
    return new DataView(this.memory.buffer);
  }

  /** The 32-bit number that a call wrote as its result. */
  get number(): number {
    return this.view.getUint32(resultAt, true);
  }

  grow(pages: number): number {
    return (this.#instance.exports["grow"] as (pages: number) => number)(pages);
  }

  /** Puts text (or bytes) into memory and gives pointer and length, ready to be spread into a call. */
  text(text: string | Uint8Array, at: number = dataAt): [number, number] {
    const bytes = Buffer.from(text);
    this.memory.set(bytes, at);
    return [at, bytes.length];
  }

  /** Writes a list of vectors and gives pointer and count. */
  vectors(...vectors: [pointer: number, length: number][]): [number, number] {
    const list = 256;
    for (const [index, [pointer, length]] of vectors.entries()) {
      this.view.setUint32(list + index * 8, pointer, true);
      this.view.setUint32(list + index * 8 + 4, length, true);
    }
    return [list, vectors.length];
  }

  /** Opens a path below descriptor 3 and gives the new descriptor, or the negative error number. */
  open(path: string, openFlags = 0, rights: bigint = (1n << 30n) - 1n, lookup = 1): number {
    const error = this.calls.path_open(3, lookup, ...this.text(path), openFlags, rights, rights, 0, resultAt);
    return error === 0 ? this.number : -error;
  }

  [Symbol.dispose](): void {
    this.host.close();
  }
}
