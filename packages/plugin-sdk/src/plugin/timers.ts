import type { PluginContext } from "../context/plugin-context.ts";

/**
 * Something that a plugin does again and again while an instance of it lives. It is set when the plugin is loaded, so a
 * restarted plugin has it anew; nothing is made up for the time in which the plugin did not run.
 */
export interface PluginTimer<Context = PluginContext> {
  /** Milliseconds from one time to the next; raised to 10. A time that comes while the one before is still at work is left out. */
  readonly everyMs: number;
  /** What it throws is written to the plugin's log. */
  readonly run: (ctx: Context) => void | Promise<void>;
}
