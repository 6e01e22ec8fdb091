import type { JsonValue, ToolProgress } from "@ambit/api-types";
import type { CallOptions } from "./call-types.ts";
import { callFunction, type HostCall, type Namespace, namespaceMethods } from "./namespaces.ts";
import type { CallSignal, PluginContext } from "./plugin-context.ts";

/** One call of a handler under way, as an engine gives it. */
export interface HandlerCall {
  /** Makes a call of the host in its name, so that it ends with it. */
  readonly hostCall: HostCall;
  /** Aborts when its caller gives up. Made when it is asked for. */
  signal(): CallSignal;
  progress(progress: ToolProgress): void;
}

// Taken before any plugin code runs.
const { create, freeze, defineProperty } = Object;

/** Where a call's `ctx` keeps what it is made from. It gives nobody a right: it makes the calls that the `ctx` makes. */
const call: unique symbol = Symbol("call") as never;

/** Where it keeps what it has been asked for. */
const made: unique symbol = Symbol("made") as never;

interface OfCall {
  readonly [call]: HandlerCall;
  [made]: Record<string, unknown> | undefined;
}

/**
 * Makes each call's `ctx` over the plugin's: the same, with a signal and progress of its own, and with calls of the host that end
 * when its caller gives up. What a handler does not ask for is not made.
 */
export function callContexts(ctx: PluginContext, calls: readonly string[]): (of: HandlerCall) => PluginContext {
  const template = create(ctx) as object;
  lazily(template, "signal", (of) => of.signal());
  lazily(template, "progress", (of) => (progress: ToolProgress) => of.progress(progress));
  lazily(template, "call", (of) => (method: string, params: JsonValue, options?: CallOptions) => of.hostCall(method, params, options?.signal));
  const methods = namespaceMethods(calls);
  for (const name of Object.keys(methods)) lazily(template, name, (of) => namespaceOf(methods[name] ?? [], of.hostCall));
  freeze(template);
  return (of) => ({ __proto__: template, [call]: of, [made]: undefined }) as unknown as PluginContext;
}

function lazily(template: object, name: string, make: (of: HandlerCall) => unknown): void {
  // Without prototypes: a plugin may have put something on the one that descriptors have.
  defineProperty(template, name, {
    __proto__: null,
    enumerable: true,
    get(this: OfCall) {
      const parts = (this[made] ??= create(null) as Record<string, unknown>);
      return (parts[name] ??= make(this[call]));
    },
  } as PropertyDescriptor);
}

/** Loops by index: a plugin may have changed how lists are gone through. */
function namespaceOf(methods: readonly (readonly [name: string, method: string])[], hostCall: HostCall): Namespace {
  const namespace = create(null) as Namespace;
  for (let at = 0; at < methods.length; at++) {
    const entry = methods[at];
    if (entry !== undefined) namespace[entry[0]] = callFunction(hostCall, entry[1]);
  }
  // Not frozen: it is this call's alone.
  return namespace;
}
