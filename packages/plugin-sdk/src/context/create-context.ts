import type { InitializeParams, JsonValue, LogLevel } from "@ambit/api-types";
import type { CallOptions } from "./call-types.ts";
import { callFunction, type HostCall, type Namespace, namespaceMethods } from "./namespaces.ts";
import type { PluginContext, PluginLog } from "./plugin-context.ts";

/** What an engine gives for the making of a `ctx`. */
export interface ContextSource {
  /** Parameters of `initialize`; its `calls` decide what the `ctx` has. */
  readonly hello: InitializeParams;
  readonly call: HostCall;
  /** Writes a line to the log. */
  log(level: LogLevel, message: string): void;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** Makes a plugin's `ctx` from the calls on offer: `fs/read` becomes `ctx.fs.read`. It is frozen, so that handlers cannot trip each other. */
export function createContext(source: ContextSource): PluginContext {
  const { hello } = source;
  const call = (method: string, params: JsonValue, options?: CallOptions): Promise<JsonValue> => source.call(method, params, options?.signal);
  const parts: Record<string, unknown> = Object.assign(Object.create(null), callNamespaces(source), {
    plugin: Object.freeze({ id: hello.plugin.id, version: hello.plugin.version }),
    lang: hello.lang,
    config: hello.config,
    log: logOf(source),
    timers: Object.freeze({ sleep: (ms: number) => source.sleep(ms) }),
    call,
  });
  return Object.freeze(parts) as unknown as PluginContext;
}

function callNamespaces({ hello, call }: ContextSource): Record<string, Namespace> {
  const methods = Object.entries(namespaceMethods(hello.calls));
  const namespaces = methods.map(([name, entries]) => [name, Object.freeze(Object.assign(Object.create(null) as Namespace, Object.fromEntries(entries.map(([short, method]) => [short, callFunction(call, method)]))))] as const);
  return Object.assign(Object.create(null) as Record<string, Namespace>, Object.fromEntries(namespaces));
}

function logOf(source: ContextSource): PluginLog {
  const at = (level: LogLevel) => (message: string): void => source.log(level, `${message}`);
  return Object.freeze({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") });
}
