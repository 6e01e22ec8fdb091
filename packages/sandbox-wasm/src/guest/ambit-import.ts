import { AmbitError, type GuestPort, MESSAGE_BYTES, toErrorReply } from "@ambit/api-types/guest";
import type { WasmMemory } from "../engine/web-assembly.ts";

/** Module names under which the synchronous door is imported; the field is `call` in both. */
export const doorModuleNames: readonly string[] = ["ambit", "escouade"];

/** The field of the synchronous door. */
export const doorFieldName = "call";

const decoder: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder: TextEncoder = new TextEncoder();

/**
 * The synchronous door of one instance: `call(request, request_length, answer, answer_capacity) -> length`. The header
 * `ambit.h` of plugin-sdk is its definition.
 */
export class AmbitImport {
  readonly #port: GuestPort;
  readonly #refuse: () => never;
  #memory: WasmMemory | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #answer = "";

  /** @param refuse Traps the guest; called for ranges outside its memory. */
  constructor(port: GuestPort, refuse: () => never) {
    this.#port = port;
    this.#refuse = refuse;
  }

  /** Takes the memory the instance exports. Before that every range is outside. */
  attach(memory: WasmMemory): void {
    this.#memory = memory;
  }

  /** The imported function. */
  readonly call = (request: number, requestLength: number, answer: number, capacity: number): number => {
    const length = requestLength >>> 0;
    // The guest's memory may grow while it waits, so its range for the answer is checked again after that.
    if (length > 0) this.#answer = this.#ask(this.#range(request >>> 0, length));
    return this.#give(answer >>> 0, capacity >>> 0);
  };

  #ask(bytes: Uint8Array): string {
    if (bytes.length > MESSAGE_BYTES) return failure(new AmbitError("MESSAGE_TOO_LARGE", `The message is larger than ${MESSAGE_BYTES} bytes.`, { limit: "message" }));
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      return failure(new AmbitError("MESSAGE_MALFORMED", "The message is not UTF-8."));
    }
    return this.#port.ask(text);
  }

  #give(answer: number, capacity: number): number {
    const target = this.#range(answer, capacity);
    const { read, written } = encoder.encodeInto(this.#answer, target);
    if (read === this.#answer.length) return written;
    const whole = encoder.encode(this.#answer);
    target.set(whole.subarray(0, capacity));
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

function failure(error: AmbitError): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: toErrorReply(error) });
}
