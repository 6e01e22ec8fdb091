import type { JsonValue, ToolProgress } from "@ambit/api-types";
import type { CallSignal } from "@ambit/plugin-sdk";
import type { HandlerCall } from "@ambit/plugin-sdk/runtime";
import { AbortController, type AbortSignal } from "../abort/abort-signal.ts";
import type { Wire } from "../wire/wire.ts";

/** One call of a handler under way. */
export class RunningCall implements HandlerCall {
  readonly #id: number;
  readonly #wire: Wire;
  #controller: AbortController | undefined;
  #cancelled = false;

  constructor(id: number, wire: Wire) {
    this.#id = id;
    this.#wire = wire;
  }

  progress(progress: ToolProgress): void {
    this.#wire.notify("call/progress", { ...progress, id: this.#id });
  }

  /** A field: it is handed on by itself. */
  readonly hostCall = (method: string, params: JsonValue, signal?: CallSignal): Promise<JsonValue> => this.#wire.call(method, params, signal, this);

  /** Sends each value that a generator yields ahead as a part, and gives what it returns. */
  async drain(given: AsyncGenerator): Promise<unknown> {
    for (;;) {
      const { done, value } = await given.next();
      if (done === true) return value;
      if (this.#cancelled) {
        await given.return(undefined);
        return undefined;
      }
      this.#wire.notify("call/part", { id: this.#id, value: (value ?? null) as JsonValue });
    }
  }

  /** Nobody waits for the answer any more, so nobody waits for what its `ctx` has asked the host. */
  cancel(): void {
    this.#cancelled = true;
    this.#wire.giveUpOf(this, this.signal().reason);
  }

  /** Few handlers ask for it, so it is made when one does. */
  signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#cancelled) this.#controller.abort();
    return this.#controller.signal;
  }
}

/** Taken before any plugin code runs. */
const { asyncIterator } = Symbol;

/** Tells whether a handler gave back a generator, whose values are parts of a result. */
export function isGenerator(given: unknown): given is AsyncGenerator {
  return typeof given === "object" && given !== null && asyncIterator in given && typeof (given as AsyncGenerator).next === "function";
}
