import type { PluginContext } from "@ambit/plugin-sdk/runtime";
import type { Log } from "../console/log.ts";
import { apply, hasOwn, keysOf, settled, TypeErrorOf } from "../primordials.ts";

/** What the plugin's own timers are set with. */
export interface TimerParts {
  readonly log: Log;
  readonly ctx: PluginContext;
  /** Calls back every so many milliseconds. */
  readonly every: (ms: number, callback: () => void) => void;
}

interface Declared {
  readonly everyMs?: unknown;
  readonly run?: unknown;
}

/** Sets the timers that a plugin declares. @throws TypeError for one that is none. */
export function startTimers(timers: object | undefined, parts: TimerParts): void {
  if (timers === undefined) return;
  const names = keysOf(timers);
  for (let at = 0; at < names.length; at++) start(names[at] as string, timers, parts);
}

function start(name: string, timers: object, { log, ctx, every }: TimerParts): void {
  const declared = (timers as Readonly<Record<string, Declared>>)[name];
  if (typeof declared !== "object" || declared === null || !hasOwn(declared, "everyMs") || !hasOwn(declared, "run")) throw new TypeErrorOf(`The timer "${name}" needs { everyMs, run }.`);
  const { everyMs, run } = declared;
  if (typeof everyMs !== "number" || !(everyMs > 0) || typeof run !== "function") throw new TypeErrorOf(`The timer "${name}" needs a number of milliseconds and a function.`);
  const work = async (): Promise<void> => {
    await apply(run as () => unknown, declared, [ctx]);
  };
  let busy = false;
  every(everyMs, () => {
    if (busy) return;
    busy = true;
    settled(work(), () => (busy = false), (thrown) => {
      busy = false;
      log.failure(`Timer "${name}" failed`, thrown);
    });
  });
}
