import { RecentNames } from "./recent-names.ts";
import type { WasmMemory } from "../../engine/web-assembly.ts";
import { errno, type Errno } from "../errno/errno.ts";

/** Longest path a guest can hand in, in bytes: what the host's own system calls take. */
const maxPathBytes = 4096;

const utf8: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const noMemory: ArrayBuffer = new ArrayBuffer(0);
const noBytes: Uint8Array = new Uint8Array(noMemory);
const noView: DataView = new DataView(noMemory);

/**
 * The guest's memory as the host sees it. Views are made again only when the memory has grown, which empties the old ones.
 * Every pointer is the guest's word: each use asks `holds` first, and all accessors expect that.
 */
export class GuestMemory {
  #memory: WasmMemory | undefined;
  #bytes: Uint8Array = noBytes;
  #view: DataView = noView;
  #text: Buffer | undefined;
  #recent: RecentNames | undefined;

  /** Takes the memory that the instance exports. */
  attach(memory: WasmMemory): void {
    this.#memory = memory;
    this.#bytes = noBytes;
  }

  /** Lets go of the memory: every later pointer is out of bounds. */
  detach(): void {
    this.#memory = undefined;
    this.#bytes = noBytes;
    this.#view = noView;
    this.#text = undefined;
  }

  /** The whole memory. Good until the guest runs again. */
  get bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#refresh();
    return this.#bytes;
  }

  /** The whole memory, for numbers. Good until the guest runs again. */
  get view(): DataView {
    if (this.#bytes.length === 0) this.#refresh();
    return this.#view;
  }

  /** Whether `length` bytes at `pointer` are inside. Both are unsigned. */
  holds(pointer: number, length: number): boolean {
    return pointer + length <= this.bytes.length;
  }

  /**
   * Reads a path. Gives the error number for a range outside the memory, a path that is too long, a NUL in it, or bytes that are
   * no UTF-8.
   */
  readPath(pointer: number, length: number): string | Errno {
    if (!this.holds(pointer, length)) return errno.FAULT;
    if (length > maxPathBytes) return errno.NAMETOOLONG;
    const { bytes } = this;
    const end = pointer + length;
    let hash = 0;
    let seen = 0;
    for (let at = pointer; at < end; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === 0) return errno.INVAL;
      seen |= byte;
      hash = (hash * 31 + byte) | 0;
    }
    if (seen >= 0x80) return decode(bytes.subarray(pointer, end));
    this.#text ??= Buffer.from(bytes.buffer);
    this.#recent ??= new RecentNames();
    return this.#recent.read(bytes, pointer, length, hash, this.#text);
  }

  #refresh(): void {
    if (this.#memory === undefined) return;
    const { buffer } = this.#memory;
    this.#bytes = new Uint8Array(buffer);
    this.#view = new DataView(buffer);
    this.#text = undefined;
  }
}

function decode(bytes: Uint8Array): string | Errno {
  try {
    return utf8.decode(bytes);
  } catch {
    return errno.ILSEQ;
  }
}
