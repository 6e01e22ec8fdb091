import { AmbitError, type AnyLimitName, type HookReply, hookReplySchema, type HookRunParams, type JsonObject, type JsonValue, type PermissionPolicy, type PluginSettings, type RouteRequest, routeRequestSchema, type SandboxCallOptions, type SandboxExit, type ScriptToolDeclaration } from "@ambit/api-types";
import { type RestartSchedule, superviseSandbox, type SupervisedSandbox } from "@ambit/worker-host";
import { HostCallBudget } from "../gateway/host-call-budget.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { maskedError } from "../secrets/masked-error.ts";
import { argumentCheck } from "../tools/argument-check.ts";
import type { ObjectCheck } from "../tools/json-schema-check.ts";
import { EventCommands } from "./event-commands.ts";
import { PluginInstance, type PluginSource } from "./plugin-instance.ts";
import type { PluginServices } from "./plugin-services.ts";
import type { RunnablePlugin } from "./runnable-plugin.ts";
import { ScriptCalls } from "./script-calls.ts";

/** How a {@link PluginRuntime} is watched. */
export interface PluginRuntimeOptions {
  /** It crashed too often; told once, and never waited for. */
  readonly onParked: () => void;
  readonly schedule?: Partial<RestartSchedule>;
}

/** One thing that is asked of a plugin. */
interface Asked<Answer> {
  readonly method: string;
  /** The tool, hook or route. */
  readonly target: string;
  readonly params: JsonValue;
  readonly options?: SandboxCallOptions | undefined;
  /** Where the time counts from when the plugin runs: makes the options then. */
  readonly begin?: () => SandboxCallOptions;
  /** Makes the answer of the plugin's; what it throws is what the call ended in. */
  readonly take: (result: JsonValue) => Answer;
  /** The error as it is told, before secrets are masked. */
  readonly explain?: (error: unknown) => unknown;
}

/** Runs one plugin: starts it when it is called, restarts it after crashes, journals what is asked of it. */
export class PluginRuntime {
  readonly #services: PluginServices;
  readonly #plugin: RunnablePlugin;
  readonly #options: PluginRuntimeOptions;
  readonly #budget: HostCallBudget;
  readonly #tools: ReadonlyMap<string, ObjectCheck>;
  readonly #scripts: ScriptCalls;
  readonly #eventCommands: EventCommands;
  readonly #supervisor: SupervisedSandbox;
  readonly #releases = new Set<Promise<void>>();
  #settings: PluginSettings;
  #instance: PluginInstance | undefined;
  #starts = 0;
  #isParked = false;

  constructor(services: PluginServices, plugin: RunnablePlugin, options: PluginRuntimeOptions) {
    this.#services = services;
    this.#plugin = plugin;
    this.#options = options;
    this.#settings = plugin.settings;
    this.#budget = new HostCallBudget(plugin.policy.limits.hostCalls);
    this.#tools = new Map(plugin.manifest.tools.map((tool) => [tool.name, argumentCheck(tool)]));
    this.#scripts = new ScriptCalls(services, plugin, () => this.#settings);
    this.#eventCommands = new EventCommands(services, plugin, this.#scripts);
    const { callSeconds } = plugin.policy.limits;
    this.#supervisor = superviseSandbox(() => this.#start(), { callSeconds, ...(options.schedule !== undefined && { schedule: options.schedule }) });
  }

  get policy(): PermissionPolicy {
    return this.#plugin.policy;
  }

  get isRunning(): boolean {
    return this.#supervisor.state === "running";
  }

  /** It crashed too often and starts no more. */
  get isParked(): boolean {
    return this.#supervisor.state === "parked";
  }

  /** Name of the backend of the latest instance; undefined before the first. */
  get backend(): string | undefined {
    return this.#instance?.backend;
  }

  /** Starts it, where it does not run. @throws AmbitError why it cannot be started. */
  async start(): Promise<void> {
    await this.#supervisor.start();
  }

  /** Puts new accounts in force with the next call. */
  set accounts(accounts: readonly string[]) {
    this.#settings = { ...this.#settings, accounts };
  }

  /** Runs a tool. @throws AmbitError what the call ended in, secrets masked. */
  async callTool(tool: string, args: JsonObject, options?: SandboxCallOptions): Promise<JsonValue> {
    const check = this.#tools.get(tool);
    if (check === undefined) throw new AmbitError("TOOL_UNKNOWN", `The plugin "${this.#plugin.manifest.id}" has no tool "${tool.slice(0, 64)}".`);
    check(args);
    const script = this.#scripts.find(tool);
    if (script !== undefined) return this.#runScript(script, args, options?.signal);
    return this.#ask({ method: "tool/call", target: tool, params: { tool, arguments: args }, options, take: (result) => result });
  }

  /**
   * Asks one of the plugin's hooks.
   *
   * @throws AmbitError `HOOK_BLOCKED` where it says no, `LIMIT_EXCEEDED` (`hookTimeout`), `GUEST_PROTOCOL` for an answer that is
   * none, or what else the call ended in; secrets masked.
   */
  async runHook({ hook, mode, payload }: HookRunParams, { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal }): Promise<HookReply> {
    let time: AbortSignal | undefined;
    return this.#ask({
      method: "hook/run",
      target: hook,
      params: { hook, mode, payload },
      begin: () => {
        time = AbortSignal.timeout(timeoutMs);
        return { signal: signal === undefined ? time : AbortSignal.any([time, signal]) };
      },
      take: (result) => hookReply(result, mode, this.#plugin.manifest.id),
      explain: (error) => (isCancelled(error) && time?.aborted === true ? new AmbitError("LIMIT_EXCEEDED", `The hook took longer than ${timeoutMs} ms.`, { limit: "hookTimeout" }) : error),
    });
  }

  /**
   * Hands a request to one of the plugin's routes.
   *
   * @throws AmbitError `ROUTE_UNKNOWN`; `PERMISSION_DENIED` for a route that was taken away, or that is not for whoever asks;
   * what the call ended in, secrets masked.
   */
  async callRoute(route: string, request: RouteRequest, { anonymous, signal }: { readonly anonymous: boolean; readonly signal?: AbortSignal }): Promise<JsonValue> {
    const { id, routes = [] } = this.#plugin.manifest;
    const name = route.slice(0, 128);
    if (!routes.some((declared) => declared.name === route)) throw new AmbitError("ROUTE_UNKNOWN", `The plugin "${id}" has no route "${name}".`);
    const granted = this.#plugin.policy.routes.find((rule) => rule.name === route);
    if (granted === undefined || (anonymous && !granted.public)) {
      const error = new AmbitError("PERMISSION_DENIED", granted === undefined ? `The route "${name}" was not granted.` : `The route "${name}" is not for people whom the application does not know.`, { target: name });
      await this.#record("route/call", name, performance.now(), error);
      throw error;
    }
    const parsed = routeRequestSchema.safeParse(request);
    if (!parsed.success) throw new AmbitError("INVALID_PARAMS", `The request: ${parsed.error.issues[0]?.message ?? "malformed"}.`);
    return this.#ask({ method: "route/call", target: name, params: { route, anonymous, ...parsed.data } as unknown as JsonObject, options: signal && { signal }, take: (result) => result });
  }

  /** Delivers an event, starting the plugin where it does not run; false where that failed. */
  async deliver(event: string, payload: JsonValue): Promise<boolean> {
    const started = performance.now();
    try {
      await this.#supervisor.start();
      this.#supervisor.notify("event/deliver", { event, payload });
      await this.#record("event/deliver", event, started);
      return true;
    } catch (thrown) {
      await this.#record("event/deliver", event, started, this.#shown(thrown));
      this.#noticeParking();
      return false;
    }
  }

  /** Begins the shell lines that were agreed to for an event, and gives how many there are. */
  runLines(event: string, payload: JsonValue): number {
    return this.#eventCommands.begin(event, payload);
  }

  /** Ends the plugin; done when nothing is held for it any more. */
  async stop(): Promise<void> {
    await Promise.all([this.#supervisor.dispose(), this.#eventCommands.stop()]);
    while (this.#releases.size > 0) await Promise.all(this.#releases);
  }

  /** A script is no instance: it has no turn to wait for, and its end parks nothing. */
  async #runScript(script: ScriptToolDeclaration, args: JsonObject, signal: AbortSignal | undefined): Promise<JsonValue> {
    this.#services.journal.requireWritable();
    const started = performance.now();
    try {
      const result = await this.#scripts.run(script, args, signal);
      await this.#record("tool/call", script.name, started);
      return result;
    } catch (thrown) {
      const error = this.#shown(thrown);
      await this.#record("tool/call", script.name, started, error);
      throw error;
    }
  }

  async #ask<Answer>({ method, target, params, options, begin, take, explain }: Asked<Answer>): Promise<Answer> {
    this.#services.journal.requireWritable();
    const started = performance.now();
    this.#budget.begin();
    try {
      if (begin !== undefined) await this.#supervisor.start();
      const answer = take(await this.#supervisor.call(method, params, begin === undefined ? options : begin()));
      await this.#record(method, target, started);
      return answer;
    } catch (thrown) {
      const error = this.#shown(explain === undefined ? thrown : explain(thrown));
      await this.#record(method, target, started, error);
      this.#noticeParking();
      throw error;
    } finally {
      this.#budget.end();
    }
  }

  async #start(): Promise<Awaited<ReturnType<PluginInstance["start"]>>> {
    const started = performance.now();
    const instance = new PluginInstance(this.#services, this.#source());
    this.#instance = instance;
    const about = { plugin: this.#plugin.manifest, method: "plugin/start", instance: instance.id, started };
    try {
      const sandbox = await instance.start();
      this.#watch(instance, sandbox.exited);
      const isRestart = this.#starts++ > 0;
      if (isRestart) this.#services.metrics.add("plugin.restarts_total");
      void this.#services.journal.enqueue(lifecycleEntry({ ...about, backend: instance.backend, ...(isRestart && { note: "restarted" }) }));
      return sandbox;
    } catch (thrown) {
      const error = this.#shown(thrown);
      void this.#services.journal.enqueue(lifecycleEntry({ ...about, backend: instance.backend, error }));
      throw error;
    }
  }

  #watch(instance: PluginInstance, exited: Promise<SandboxExit>): void {
    const { metrics } = this.#services;
    metrics.add("plugin.instances");
    const release = exited.then(async (exit) => {
      metrics.add("plugin.instances", {}, -1);
      if (AmbitError.isInstance(exit.error) && exit.error.details.limit !== undefined) metrics.add("plugin.limits_total", { limit: exit.error.details.limit });
      instance.recordExit(exit);
      await instance.release(new AmbitError("INSTANCE_STOPPED", "The plugin's instance ended."));
      this.#noticeParking();
    });
    this.#releases.add(release);
    void release.catch(this.#services.onInternalError).finally(() => this.#releases.delete(release));
  }

  /** Told once: the supervisor knows first, and says so in its state. */
  #noticeParking(): void {
    if (this.#isParked || this.#supervisor.state !== "parked") return;
    this.#isParked = true;
    this.#services.metrics.add("plugin.parked_total");
    this.#options.onParked();
  }

  #source(): PluginSource {
    const { manifest, bundleDigest, policy } = this.#plugin;
    return { manifest, bundleDigest, policy, budget: this.#budget, settings: () => this.#settings };
  }

  async #record(method: string, target: string, started: number, error?: AmbitError): Promise<void> {
    const outcome = error === undefined ? "ok" : error.code;
    this.#services.metrics.add("plugin.calls_total", { method, code: outcome });
    const limit = error?.details.limit;
    if (limit !== undefined && endsCallAlone.has(limit)) this.#services.metrics.add("plugin.limits_total", { limit });
    this.#services.metrics.add("plugin.call_millis_total", { method }, performance.now() - started);
    const instance = this.#instance;
    await this.#services.journal.enqueue(
      lifecycleEntry({ plugin: this.#plugin.manifest, method, target, started, ...(instance !== undefined && { instance: instance.id, backend: instance.backend }), ...(error !== undefined && { error }) }),
    );
  }

  /** An error as others may see it: what the plugin says in it may hold one of its secrets. */
  #shown(thrown: unknown): AmbitError {
    if (!AmbitError.isInstance(thrown)) {
      this.#services.onInternalError(thrown);
      return new AmbitError("INTERNAL_ERROR", "The host failed. Its log has the details.");
    }
    return maskedError(thrown, (text) => this.#services.secrets.mask(this.#plugin.manifest.id, text));
  }
}

/** Limits that end a call into the plugin and nothing else; the others are counted where a call to the host, or the instance, ends. */
const endsCallAlone: ReadonlySet<AnyLimitName> = new Set<AnyLimitName>(["scriptSeconds", "scriptOutputBytes", "hookTimeout"]);

/** What a hook's answer means. What is no answer is an error, and so blocks. */
function hookReply(result: JsonValue, mode: "policy" | "observe", pluginId: string): HookReply {
  const parsed = hookReplySchema.safeParse(result);
  if (!parsed.success) throw new AmbitError("GUEST_PROTOCOL", "The hook's answer is neither nothing, nor a denial, nor a value.");
  const reply = parsed.data;
  if (mode === "policy" && reply !== null && "deny" in reply) throw new AmbitError("HOOK_BLOCKED", `The plugin "${pluginId}" said no: ${reply.deny}`, { target: pluginId });
  return reply;
}

function isCancelled(error: unknown): boolean {
  return AmbitError.isInstance(error) && error.code === "CALL_CANCELLED";
}
