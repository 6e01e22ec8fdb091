import type { GuestPort } from "@ambit/api-types/guest";
import type { WasmMemory } from "../engine/web-assembly.ts";
import { GuestTexts } from "./guest-texts.ts";

/** Module names under which the synchronous door is imported; the field is `call` in both. */
export const doorModuleNames: readonly string[] = ["ambit", "escouade"];

/** The field of the synchronous door. */
export const doorFieldName = "call";

/**
 * The synchronous door of one instance: `call(request, request_length, answer, answer_capacity) -> length`. The header
 * `ambit.h` of plugin-sdk is its definition.
 */
export class AmbitImport {
  readonly #port: GuestPort;
  readonly #texts: GuestTexts;
  #answer = "";

  /** @param refuse Traps the guest; called for ranges outside its memory. */
  constructor(port: GuestPort, refuse: () => never) {
    this.#port = port;
    this.#texts = new GuestTexts(refuse);
  }

  /** Takes the memory the instance exports. Before that every range is outside. */
  attach(memory: WasmMemory): void {
    this.#texts.attach(memory);
  }

  /** The imported function. */
  readonly call = (request: number, requestLength: number, answer: number, capacity: number): number => {
    if (requestLength !== 0) {
      const given = this.#texts.read(request, requestLength);
      this.#answer = "text" in given ? this.#port.ask(given.text) : given.answer;
    }
    return this.#texts.write(this.#answer, answer, capacity);
  };
}
