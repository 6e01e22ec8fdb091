import { AmbitError, checkJsonBounds, type ErrorCode, type GuestPort, MESSAGE_BYTES } from "@ambit/api-types/guest";
import type { JSValueHandle, QuickJS } from "quickjs-wasi";

/** The guest's only way out: takes one text, bounds it, and hands it to the host. */
export class MessageDoor {
  readonly #vm: QuickJS;
  readonly #port: GuestPort;
  readonly #codes: Map<ErrorCode, JSValueHandle> = new Map();

  constructor(vm: QuickJS, port: GuestPort) {
    this.#vm = vm;
    this.#port = port;
  }

  /** The function that the guest calls. Its answer is undefined, or the code of why the message stays here. */
  post(text: JSValueHandle | undefined): JSValueHandle {
    // The length is read before the text is copied out of the guest's memory. Nothing but a string is looked at: asking
    // anything else for its text would run guest code.
    if (text === undefined || !text.isString) return this.#code("INVALID_REQUEST");
    const units = text.getProp("length").consume((length) => length.toNumber());
    if (units > MESSAGE_BYTES) return this.#code("MESSAGE_TOO_LARGE");
    const message = text.toString();
    // The engine had no memory for the copy.
    if (message.length !== units) return this.#code("LIMIT_EXCEEDED");
    try {
      checkJsonBounds(message);
    } catch (error) {
      if (AmbitError.isInstance(error)) return this.#code(error.code);
      throw error;
    }
    this.#port.send(message);
    return this.#vm.undefined;
  }

  /** Made once a code, so that a guest which is refused again and again does not fill its own memory with the reasons. */
  #code(code: ErrorCode): JSValueHandle {
    const known = this.#codes.get(code) ?? this.#vm.newString(code);
    this.#codes.set(code, known);
    return known;
  }
}
