import { AmbitError, MESSAGE_BYTES, toErrorReply } from "@ambit/api-types/guest";
import type { WasmMemory } from "../engine/web-assembly.ts";

const decoder: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder: TextEncoder = new TextEncoder();

/** A text that a guest handed over, or the answer to one that it should not have. */
export type GuestText = { readonly text: string } | { readonly answer: string };

/** Texts in a guest's memory: read out of it, and written into it. Every range is the guest's word, and one outside traps it. */
export class GuestTexts {
  readonly #refuse: () => never;
  #memory: WasmMemory | undefined;
  #bytes: Uint8Array = new Uint8Array(0);

  /** @param refuse Traps the guest. */
  constructor(refuse: () => never) {
    this.#refuse = refuse;
  }

  /** Takes the memory the instance exports. Before that every range is outside. */
  attach(memory: WasmMemory): void {
    this.#memory = memory;
  }

  /** Reads a message. One that is too large or no UTF-8 is answered at once, with an error and `"id": null`. */
  read(at: number, length: number): GuestText {
    const bytes = this.#range(at >>> 0, length >>> 0);
    if (bytes.length > MESSAGE_BYTES) return { answer: failure(new AmbitError("MESSAGE_TOO_LARGE", `The message is larger than ${MESSAGE_BYTES} bytes.`, { limit: "message" })) };
    try {
      return { text: decoder.decode(bytes) };
    } catch {
      return { answer: failure(new AmbitError("MESSAGE_MALFORMED", "The message is not UTF-8.")) };
    }
  }

  /** Writes as much of a text as there is room for; gives its whole length in bytes. The memory may have grown since it was read. */
  write(text: string, at: number, capacity: number): number {
    const target = this.#range(at >>> 0, capacity >>> 0);
    const { read, written } = encoder.encodeInto(text, target);
    if (read === text.length) return written;
    const whole = encoder.encode(text);
    target.set(whole.subarray(0, target.length));
    return whole.length;
  }

  #range(at: number, length: number): Uint8Array {
    const memory = this.#memory;
    if (memory === undefined) return this.#refuse();
    if (this.#bytes.buffer !== memory.buffer) this.#bytes = new Uint8Array(memory.buffer);
    if (at + length > this.#bytes.length) return this.#refuse();
    return this.#bytes.subarray(at, at + length);
  }
}

/** An answer that says what was wrong with a message that has no id the host could read. */
export function failure(error: AmbitError): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: toErrorReply(error) });
}
