import type { PluginContext } from "../context/plugin-context.ts";

/** Something that a plugin does again and again while it runs: from when it is loaded until its instance ends. */
export interface PluginTimer<Context = PluginContext> {
  /** Milliseconds from one run to the next; at least 10. */
  readonly everyMs: number;
  /** What it throws is written to the plugin's log, and the timer goes on. */
  readonly run: (ctx: Context) => void | Promise<void>;
}
