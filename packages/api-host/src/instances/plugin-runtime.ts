import { AmbitError, type JsonObject, type JsonValue, type PermissionPolicy, type PluginManifest, type PluginSettings, type SandboxCallOptions, type SandboxExit } from "@ambit/api-types";
import { type RestartSchedule, superviseSandbox, type SupervisedSandbox } from "@ambit/worker-host";
import { HostCallBudget } from "../gateway/host-call-budget.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { maskedError } from "../secrets/masked-error.ts";
import { argumentCheck } from "../tools/argument-check.ts";
import type { ObjectCheck } from "../tools/json-schema-check.ts";
import { PluginInstance, type PluginSource } from "./plugin-instance.ts";
import type { PluginServices } from "./plugin-services.ts";

/** A plugin that a person agreed to, as it is run. */
export interface RunnablePlugin {
  readonly manifest: PluginManifest;
  readonly bundleDigest: string;
  readonly policy: PermissionPolicy;
  readonly settings: PluginSettings;
}

/** How a {@link PluginRuntime} is watched. */
export interface PluginRuntimeOptions {
  /** It crashed too often; told once, and never waited for. */
  readonly onParked: () => void;
  readonly schedule?: Partial<RestartSchedule>;
}

/** Runs one plugin: starts it when it is called, restarts it after crashes, journals what is asked of it. */
export class PluginRuntime {
  readonly #services: PluginServices;
  readonly #plugin: RunnablePlugin;
  readonly #options: PluginRuntimeOptions;
  readonly #budget: HostCallBudget;
  readonly #tools: ReadonlyMap<string, ObjectCheck>;
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
    if (this.#plugin.manifest.tools.some(({ name, script }) => name === tool && script !== undefined)) throw new AmbitError("BACKEND_UNAVAILABLE", `The tool "${tool}" is a script; this host runs none.`);
    check(args);
    this.#services.journal.requireWritable();
    const started = performance.now();
    this.#budget.begin();
    try {
      const result = await this.#supervisor.call("tool/call", { tool, arguments: args }, options);
      await this.#record("tool/call", tool, started);
      return result;
    } catch (thrown) {
      const error = this.#shown(thrown);
      await this.#record("tool/call", tool, started, error);
      this.#noticeParking();
      throw error;
    } finally {
      this.#budget.end();
    }
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

  /** Ends the plugin; done when nothing is held for it any more. */
  async stop(): Promise<void> {
    await this.#supervisor.dispose();
    while (this.#releases.size > 0) await Promise.all(this.#releases);
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
