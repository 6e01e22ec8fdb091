import type { HookRunParams, InitializeParams, JsonObject, LogLevel, RouteCallParams } from "@ambit/api-types";
import { callContexts, createContext, type PluginContext } from "@ambit/plugin-sdk/runtime";
import type { Log } from "../console/log.ts";
import { apply, hasOwn, table } from "../primordials.ts";
import type { Wire } from "../wire/wire.ts";
import { errorText } from "./error-text.ts";
import { frozen } from "./frozen.ts";
import { isGenerator, RunningCall } from "./running-call.ts";
import { startTimers } from "./start-timers.ts";

type Handler = (value: unknown, ctx: PluginContext) => unknown;
type Handlers = Readonly<Record<string, unknown>>;

/** What a plugin's module exports: handlers by name, each kind by itself. */
interface Plugin {
  readonly tools?: Handlers;
  readonly events?: Handlers;
  readonly hooks?: Handlers;
  readonly routes?: Handlers;
  readonly timers?: object;
}

/** A request of the host's that one of the plugin's handlers answers. */
interface Handled {
  readonly kind: "tools" | "hooks" | "routes";
  readonly name: string;
  /** What the handler gets before the context. */
  readonly value: unknown;
  /** The error where nothing handles it. */
  readonly missing: () => Error;
}

/** What the runner needs of the rest of the prelude. */
export interface RunnerParts {
  readonly wire: Wire;
  readonly log: Log;
  readonly sleep: (ms: number) => Promise<void>;
  /** Calls back every so many milliseconds. */
  readonly every: (ms: number, callback: () => void) => void;
  /** Loads the plugin's entry module and gives its namespace. */
  readonly load: () => Promise<object>;
}

/** Runs the plugin's code: loads it on `initialize`, and hands tools' calls and events to its handlers. */
export class PluginRunner {
  readonly #parts: RunnerParts;
  #plugin: Plugin = {};
  readonly #running: Record<number, RunningCall> = table();
  #ctx: PluginContext | undefined;
  #contextOf: (call: RunningCall) => PluginContext = () => ({}) as PluginContext;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Loads the plugin. Answers the host in every case. */
  async initialize(id: unknown, hello: InitializeParams): Promise<void> {
    const { wire, log, sleep, every, load } = this.#parts;
    const write = (level: LogLevel, message: string): void => log.write(level, message);
    this.#ctx = createContext({ hello, call: (method, params, signal) => wire.call(method, params, signal), log: write, sleep });
    this.#contextOf = callContexts(this.#ctx, hello.calls);
    try {
      this.#plugin = pluginOf(await load());
      startTimers(this.#plugin.timers, { log, ctx: this.#ctx, every });
      wire.answer(id, { protocolVersion: 1 });
    } catch (thrown) {
      wire.answerError(id, wire.reply("SAND_JS_LOAD_FAILED", errorText(thrown).message));
    }
  }

  /** Runs one tool and answers with its result. */
  callTool(id: number, { tool, arguments: value }: { readonly tool: string; readonly arguments: JsonObject }): Promise<void> {
    return this.#serve(id, { kind: "tools", name: tool, value, missing: () => this.#parts.wire.error("TOOL_UNKNOWN", `The plugin's code has no tool "${tool}".`) });
  }

  /** Asks a hook's handler, with what it is about frozen. */
  runHook(id: number, { hook, payload }: HookRunParams): Promise<void> {
    return this.#serve(id, { kind: "hooks", name: hook, value: frozen(payload), missing: () => this.#parts.wire.error("METHOD_NOT_FOUND", `The plugin's code has no hook "${hook}".`) });
  }

  /** Hands a request to a route's handler. */
  callRoute(id: number, { route, ...request }: RouteCallParams): Promise<void> {
    return this.#serve(id, { kind: "routes", name: route, value: request, missing: () => this.#parts.wire.error("ROUTE_UNKNOWN", `The plugin's code has no route "${route}".`) });
  }

  async #serve(id: number, { kind, name, value, missing }: Handled): Promise<void> {
    const { wire } = this.#parts;
    const call = new RunningCall(id, wire);
    this.#running[id] = call;
    try {
      const handler = handlerOf(this.#plugin[kind], name);
      if (handler === undefined) throw missing();
      const given = apply(handler, this.#plugin[kind], [value, this.#contextOf(call)]);
      // Awaited here and not handed through a function of its own: that would go by a `then` that plugin code may have replaced.
      wire.answer(id, isGenerator(given) ? await call.drain(given) : await given);
    } catch (thrown) {
      this.#answerFailure(id, thrown, FAILED[kind]);
    }
    delete this.#running[id];
  }

  /** The caller of a tool gave up: the tool's signal says so. What the tool still answers is dropped by the host. */
  cancel(id: number): void {
    this.#running[id]?.cancel();
  }

  /** Hands an event to its handler. A failure is logged: nobody waits for an answer. */
  async deliver(params: { readonly event: string; readonly payload: unknown }): Promise<void> {
    const handler = handlerOf(this.#plugin.events, params.event);
    if (handler === undefined) return this.#parts.log.write("warn", `Nothing handles the event "${params.event}".`);
    try {
      await apply(handler, this.#plugin.events, [params.payload, this.#ctx]);
    } catch (thrown) {
      this.#parts.log.failure(`Event "${params.event}" failed`, thrown);
    }
  }

  /** Ends a call in an error: a host error that the plugin let through stays what it is. Whatever was thrown, an answer leaves. */
  #answerFailure(id: number, thrown: unknown, what: string): void {
    const { wire, log } = this.#parts;
    try {
      const host = wire.hostReply(thrown);
      if (host !== undefined) return wire.answerError(id, host);
    } catch {
      // It pretends to be a host error, and is none that can be handed on.
    }
    log.failure(what, thrown);
    wire.answerError(id, wire.reply("GUEST_ERROR", errorText(thrown).message));
  }
}

const FAILED = { tools: "Tool failed", hooks: "Hook failed", routes: "Route failed" } as const;

/** The plugin among a module's exports: the default one, or its parts themselves. */
function pluginOf(namespace: object): Plugin {
  const module = namespace as Plugin & { readonly default?: unknown };
  const plugin = typeof module.default === "object" && module.default !== null ? (module.default as Plugin) : module;
  const { tools, events, hooks, routes, timers } = plugin;
  if ((tools ?? events ?? hooks ?? routes ?? timers) === undefined) throw new Error("The module exports no plugin: neither a default export nor `tools`, `events`, `hooks`, `routes` or `timers`.");
  return plugin;
}

/** Own properties alone: a tool named `toString` exists only where the plugin says so. */
function handlerOf(handlers: Handlers | undefined, name: string): Handler | undefined {
  if (typeof handlers !== "object" || handlers === null || !hasOwn(handlers, name)) return undefined;
  const handler = handlers[name];
  return typeof handler === "function" ? (handler as Handler) : undefined;
}
