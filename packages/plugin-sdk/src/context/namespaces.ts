import type { JsonValue } from "@ambit/api-types";
import type { CallOptions } from "./call-types.ts";
import type { CallSignal } from "./plugin-context.ts";
import { fromWire, mayHoldBytes, toWire } from "./wire-bytes.ts";

/** Makes one call of the host. Rejects with a host error, or with the signal's reason, and tells the host when it aborts. */
export type HostCall = (method: string, params: JsonValue, signal?: CallSignal) => Promise<JsonValue>;

/** The calls of one namespace as functions, by the second part of their names. */
export type Namespace = Record<string, (params: unknown, options?: CallOptions) => Promise<unknown>>;

// Named in guests' words elsewhere: `log` as functions by level, timers as the standard interface.
const SPECIAL = ["log", "timer"];

/** The methods of each namespace with the names they have there: `fs/read` is `read` of `fs`. */
export function namespaceMethods(calls: readonly string[]): Readonly<Record<string, readonly (readonly [name: string, method: string])[]>> {
  const namespaces: Record<string, (readonly [string, string])[]> = Object.create(null);
  for (const method of calls) {
    const slash = method.indexOf("/");
    const name = method.slice(0, slash);
    if (slash < 1 || SPECIAL.includes(name)) continue;
    (namespaces[name] ??= []).push([method.slice(slash + 1), method]);
  }
  return namespaces;
}

/** One call as a function: bytes go in and out as they are. */
export function callFunction(hostCall: HostCall, method: string): Namespace[string] {
  return (given, options) => {
    // Most calls have no bytes: they go as they are.
    if (!mayHoldBytes(given)) return hostCall(method, given as JsonValue, options?.signal);
    const { params, wantsBytes } = toWire(given);
    const answer = hostCall(method, params, options?.signal);
    return wantsBytes ? answer.then(fromWire) : answer;
  };
}
