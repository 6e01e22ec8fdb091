import type { JsonValue, ToolProgress } from "@ambit/api-types";
import type { PluginContext } from "@ambit/plugin-sdk/runtime";
import { AbortController, type AbortSignal } from "../abort/abort-signal.ts";
import type { Wire } from "../wire/wire.ts";

/** One call of a handler under way. */
export class RunningCall {
  readonly #id: number;
  readonly #wire: Wire;
  #controller: AbortController | undefined;
  #cancelled = false;

  constructor(id: number, wire: Wire) {
    this.#id = id;
    this.#wire = wire;
  }

  /** The `ctx` of this call: the plugin's, and a signal of its own. Few tools ask for the signal, so it is made when one does. */
  contextOver(ctx: PluginContext | undefined): PluginContext {
    const signal = (): AbortSignal => this.#signal();
    const own = {
      __proto__: ctx,
      get signal() {
        return signal();
      },
      progress: (progress: ToolProgress) => this.#wire.notify("call/progress", { ...progress, id: this.#id }),
    };
    return own as unknown as PluginContext;
  }

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

  /** Nobody waits for the answer any more. */
  cancel(): void {
    this.#cancelled = true;
    this.#controller?.abort();
  }

  #signal(): AbortSignal {
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
