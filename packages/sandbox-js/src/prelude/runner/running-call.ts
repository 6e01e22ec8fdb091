import type { PluginContext } from "@ambit/plugin-sdk/runtime";
import { AbortController, type AbortSignal } from "../abort/abort-signal.ts";

/** One call of a tool under way. */
export class RunningCall {
  #controller: AbortController | undefined;
  #cancelled = false;

  /** The `ctx` of this call: the plugin's, and a signal of its own. Few tools ask for the signal, so it is made when one does. */
  contextOver(ctx: PluginContext | undefined): PluginContext {
    const signal = (): AbortSignal => this.#signal();
    const own = {
      __proto__: ctx,
      get signal() {
        return signal();
      },
    };
    return own as unknown as PluginContext;
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
