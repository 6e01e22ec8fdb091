import type { JsonObject, JsonValue } from "@ambit/api-types";
import type { PluginContext, PluginLog } from "../context/plugin-context.ts";

/** Tells the program something. */
type Notify = (method: string, params: JsonValue) => void;

/**
 * What a program may ask: the calls of the host by their names. Timers are the sandbox's own, so that they do not get in the way of those that
 * `setTimeout` sets.
 */
export class ProgramCalls {
  readonly #notify: Notify;
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  #lastTimer = 0;
  #ctx: PluginContext | undefined;

  constructor(notify: Notify) {
    this.#notify = notify;
  }

  /** The program may ask from now on. */
  set context(ctx: PluginContext) {
    this.#ctx = ctx;
  }

  async serve(method: string, params: JsonValue): Promise<JsonValue> {
    const ctx = this.#ctx;
    if (ctx === undefined) throw new Error("A plugin asks after it was greeted.");
    const given = (typeof params === "object" && params !== null ? params : {}) as JsonObject;
    if (method === "timer/set") return this.#setTimer(given);
    if (method === "timer/cancel") return this.#cancelTimer(given);
    if (method === "log") return logLine(ctx.log, given);
    return ctx.call(method, params);
  }

  #setTimer({ ms }: JsonObject): JsonValue {
    const timer = ++this.#lastTimer;
    const fire = (): void => {
      this.#timers.delete(timer);
      this.#notify("timer/fired", { timer });
    };
    this.#timers.set(timer, setTimeout(fire, typeof ms === "number" ? ms : 0));
    return { timer };
  }

  #cancelTimer({ timer }: JsonObject): JsonValue {
    const set = this.#timers.get(Number(timer));
    if (set !== undefined) clearTimeout(set);
    this.#timers.delete(Number(timer));
    return {};
  }
}

function logLine(log: PluginLog, { level, message, ...more }: JsonObject): JsonValue {
  const name = level === "debug" || level === "warn" || level === "error" ? level : "info";
  log[name](typeof message === "string" ? message : JSON.stringify({ message, ...more }));
  return {};
}
