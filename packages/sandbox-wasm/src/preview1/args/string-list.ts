import { errno, type Errno } from "../errno/errno.ts";
import type { GuestMemory } from "../memory/guest-memory.ts";

/** Arguments or environment, as the guest takes them: NUL-ended UTF-8, and a table of pointers to each. Encoded on first use. */
export class StringList {
  readonly #memory: GuestMemory;
  readonly #texts: readonly string[];
  #encoded: Buffer[] | undefined;

  constructor(memory: GuestMemory, texts: readonly string[]) {
    this.#memory = memory;
    this.#texts = texts;
  }

  /** Writes how many there are and how many bytes they take together. */
  writeSizes(countPointer: number, bytesPointer: number): Errno {
    if (!this.#memory.holds(countPointer, 4) || !this.#memory.holds(bytesPointer, 4)) return errno.FAULT;
    const encoded = this.#encode();
    this.#memory.view.setUint32(countPointer, encoded.length, true);
    this.#memory.view.setUint32(bytesPointer, totalLength(encoded), true);
    return errno.SUCCESS;
  }

  /** Writes the table of pointers and the texts. */
  write(tablePointer: number, textPointer: number): Errno {
    const encoded = this.#encode();
    if (!this.#memory.holds(tablePointer, encoded.length * 4) || !this.#memory.holds(textPointer, totalLength(encoded))) return errno.FAULT;
    const { view, bytes } = this.#memory;
    let at = textPointer;
    for (const [index, text] of encoded.entries()) {
      view.setUint32(tablePointer + index * 4, at, true);
      bytes.set(text, at);
      at += text.length;
    }
    return errno.SUCCESS;
  }

  #encode(): Buffer[] {
    this.#encoded ??= this.#texts.map((text) => Buffer.from(`${text}\0`));
    return this.#encoded;
  }
}

function totalLength(texts: readonly Buffer[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
