import type { InitializeParams, JsonValue, LogLevel } from "@ambit/api-types";
import type { CallOptions } from "./call-types.ts";
import type { CallSignal, PluginContext, PluginLog } from "./plugin-context.ts";
import { fromWire, toWire } from "./wire-bytes.ts";

/** What an engine gives for the making of a `ctx`. */
export interface ContextSource {
  /** Parameters of `initialize`; its `calls` decide what the `ctx` has. */
  readonly hello: InitializeParams;
  /** Makes one call of the host. Rejects with a host error, or with the signal's reason, and tells the host when it aborts. */
  call(method: string, params: JsonValue, signal?: CallSignal): Promise<JsonValue>;
  /** Writes a line to the log. */
  log(level: LogLevel, message: string): void;
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>;
}

// Named in guests' words elsewhere: `log` as functions by level, timers as the standard interface.
const SPECIAL = ["log", "timer"];

type Namespace = Record<string, (params: unknown, options?: CallOptions) => Promise<unknown>>;

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

function callNamespaces(source: ContextSource): Record<string, Namespace> {
  const namespaces: Record<string, Namespace> = Object.create(null);
  for (const method of source.hello.calls) {
    const slash = method.indexOf("/");
    const name = method.slice(0, slash);
    if (slash < 1 || SPECIAL.includes(name)) continue;
    namespaces[name] ??= Object.create(null) as Namespace;
    namespaces[name][method.slice(slash + 1)] = callOf(source, method);
  }
  for (const name of Object.keys(namespaces)) Object.freeze(namespaces[name]);
  return namespaces;
}

/** One call as a function: bytes go in and out as they are. */
function callOf(source: ContextSource, method: string): Namespace[string] {
  return (given, options) => {
    const { params, wantsBytes } = toWire(given);
    const answer = source.call(method, params, options?.signal);
    return wantsBytes ? answer.then(fromWire) : answer;
  };
}

function logOf(source: ContextSource): PluginLog {
  const at = (level: LogLevel) => (message: string): void => source.log(level, `${message}`);
  return Object.freeze({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") });
}
