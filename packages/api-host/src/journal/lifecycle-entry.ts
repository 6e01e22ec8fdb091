import type { AmbitError, JournalEntry, JournalNote } from "@ambit/api-types";
import { errorOutcome } from "./error-outcome.ts";

/** What happened to a plugin, for the journal. */
export interface Lifecycle {
  readonly plugin: { readonly id: string; readonly version: string };
  /** `plugin/...`, or what was asked of it: `tool/call`, `hook/run`, `route/call`, `event/deliver`, `event/command`. */
  readonly method: string;
  /** Tool, hook, route or event; empty where there is none. */
  readonly target?: string;
  readonly instance?: string;
  readonly backend?: string;
  /** When it began, on the monotonic clock; now where it has no duration. */
  readonly started?: number;
  /** Words of a command. */
  readonly args?: readonly string[];
  /** What it ended in; absent for success. */
  readonly error?: AmbitError;
  readonly note?: JournalNote;
}

/** The journal entry of something that happened to a plugin. */
export function lifecycleEntry(lifecycle: Lifecycle): JournalEntry {
  const { plugin, method, target = "", instance = "", backend = "", started, args, error, note } = lifecycle;
  return {
    time: Date.now(),
    plugin: plugin.id,
    version: plugin.version,
    instance,
    backend,
    method,
    target,
    outcome: error === undefined ? "ok" : errorOutcome(error),
    ...(error !== undefined && { code: error.code }),
    ms: started === undefined ? 0 : performance.now() - started,
    ...(args !== undefined && { args }),
    ...(note !== undefined && { note }),
  };
}
