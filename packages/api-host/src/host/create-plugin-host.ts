import { AmbitError, type ErrorCode, type JsonObject, type JsonValue, messageBounds, checkJsonBounds, plainNameSchema, type PluginSettings, type RouteRequest, type SandboxCallOptions } from "@ambit/api-types";
import type { HookOptions, HookRun } from "../hooks/hook-run.ts";
import { HookRunner } from "../hooks/hook-runner.ts";
import { agreedPolicy } from "../install/consent-check.ts";
import { PluginInstaller } from "../install/plugin-installer.ts";
import { readPluginPackage, readShownPackage } from "../install/plugin-package.ts";
import { previewOf, statusOf } from "../install/plugin-status.ts";
import { RunningPlugins } from "../instances/running-plugins.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { type HostParts, makeHostParts } from "./host-parts.ts";
import { KeyedLock } from "./keyed-lock.ts";
import type { Consent, InstallPreview, PluginHost, PluginHostOptions, PluginStatus, RouteOptions } from "./plugin-host.ts";
import { requireSettings } from "./plugin-settings.ts";

/**
 * Makes a plugin host. It owns the store and the backends from then on: `close()` closes them.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` naming the option that is wrong.
 */
export async function createPluginHost(options: PluginHostOptions): Promise<PluginHost> {
  return new ComposedHost(options, await makeHostParts(options));
}

class ComposedHost implements PluginHost {
  readonly settings: PluginHost["settings"];
  readonly secrets: PluginHost["secrets"];
  readonly journal: PluginHost["journal"];
  readonly #options: PluginHostOptions;
  readonly #parts: HostParts;
  readonly #running: RunningPlugins;
  readonly #installer: PluginInstaller;
  readonly #hooks: HookRunner;
  readonly #locks = new KeyedLock();
  #closing: Promise<void> | undefined;

  constructor(options: PluginHostOptions, parts: HostParts) {
    this.#options = options;
    this.#parts = parts;
    this.#running = new RunningPlugins({ services: parts, terms: parts.terms, onParked: (id) => this.#park(id), ...(options.restart !== undefined && { schedule: options.restart }) });
    this.#installer = new PluginInstaller({ ...parts, stop: (id) => this.#running.stop(id) });
    this.#hooks = new HookRunner({ ...parts, running: this.#running });
    const { journal } = parts;
    this.journal = {
      append: (entry) => journal.appendForeign(entry),
      tail: (limit, filter) => journal.tail(limit, filter),
      read: (query) => journal.read(query),
      follow: (query) => journal.follow(query),
      exportJsonLines: (query) => journal.exportJsonLines(query),
    };
    this.settings = { get: (id) => parts.store.settings.get({ pluginId: id }), put: (id, settings) => this.#putSettings(id, settings) };
    this.secrets = {
      set: (id, name, value) => this.#setSecret(id, name, value),
      delete: (id, name) => this.#deleteSecret(id, name),
      list: (id) => parts.store.secrets.list({ pluginId: id }),
    };
  }

  async preview(folder: string): Promise<InstallPreview> {
    const read = await readShownPackage(folder, this.#parts.terms);
    return previewOf(read, read.warnings, { ...this.#parts, terms: read.terms });
  }

  async install(folder: string): Promise<PluginStatus> {
    const read = await readPluginPackage(folder, this.#parts.terms);
    return this.#changed(read.manifest.id, () => this.#installer.install(read));
  }

  grant(pluginId: string, consent: Consent): Promise<PluginStatus> {
    return this.#changed(pluginId, async () => {
      await this.#installer.grant(pluginId, consent);
      await this.#tellAgreed(pluginId);
    });
  }

  revoke(pluginId: string): Promise<PluginStatus> {
    return this.#changed(pluginId, async () => {
      await this.#hooks.tell(pluginId, "plugin:deactivate", {});
      await this.#installer.revoke(pluginId);
    });
  }

  async uninstall(pluginId: string, options: { readonly deleteData: boolean }): Promise<void> {
    await this.#locked(pluginId, async () => {
      await this.#hooks.tell(pluginId, "plugin:uninstall", { deleteData: options.deleteData });
      await this.#installer.uninstall(pluginId, options);
    });
  }

  async plugins(): Promise<readonly PluginStatus[]> {
    const installs = await this.#parts.store.installs.list();
    return Promise.all(installs.map(({ pluginId }) => this.plugin(pluginId)));
  }

  async plugin(pluginId: string): Promise<PluginStatus> {
    const install = await this.#installer.find(pluginId);
    const grant = await this.#parts.store.grants.get(pluginId);
    const runtime = this.#running.find(pluginId);
    return statusOf(install, grant, { isRunning: runtime?.isRunning ?? false, isParked: runtime?.isParked ?? false }, this.#parts);
  }

  restart(pluginId: string): Promise<PluginStatus> {
    return this.#changed(pluginId, async () => {
      const { store, journal, terms } = this.#parts;
      const record = await this.#installer.find(pluginId);
      agreedPolicy(record, await store.grants.get(pluginId), terms);
      await this.#running.stop(pluginId);
      await store.installs.put({ ...record, parked: false });
      await journal.append(lifecycleEntry({ plugin: record.manifest, method: "plugin/restart", note: "restarted" }));
      await (await this.#running.get(pluginId)).start();
    });
  }

  async callTool(pluginId: string, tool: string, args: JsonObject, options?: SandboxCallOptions): Promise<JsonValue> {
    const runtime = this.#running.find(pluginId) ?? (await this.#running.get(pluginId));
    return runtime.callTool(tool, args, options);
  }

  runHook(name: string, payload: JsonValue, options?: HookOptions): Promise<HookRun> {
    return this.#hooks.run(name, payload, options);
  }

  async callRoute(pluginId: string, route: string, request: Partial<RouteRequest>, { anonymous = false, signal }: RouteOptions = {}): Promise<JsonValue> {
    const runtime = await this.#running.get(pluginId);
    return runtime.callRoute(route, { method: "GET", path: "", query: {}, headers: {}, body: null, ...request }, { anonymous, ...(signal !== undefined && { signal }) });
  }

  async emit(event: string, payload: JsonValue): Promise<number> {
    checkJsonBounds(JSON.stringify(payload), messageBounds);
    const installs = await this.#parts.store.installs.list();
    const delivered = await Promise.all(installs.map(({ pluginId }) => this.#deliver(pluginId, event, payload)));
    return delivered.filter(Boolean).length;
  }

  metrics(): Readonly<Record<string, number>> {
    return this.#parts.metrics.snapshot();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Tells a plugin that it may work from now on, and the first time that it was installed. */
  async #tellAgreed(pluginId: string): Promise<void> {
    const record = await this.#installer.find(pluginId);
    if (record.everAgreed !== true) {
      await this.#hooks.tell(pluginId, "plugin:install", {});
      await this.#parts.store.installs.put({ ...record, everAgreed: true });
    }
    await this.#hooks.tell(pluginId, "plugin:activate", {});
  }

  async #close(): Promise<void> {
    const { journal, data, store, onInternalError } = this.#parts;
    await this.#locks.idle();
    const steps = [() => this.#running.close(), () => this.#locks.idle(), () => journal.close(), ...this.#options.backends.map((backend) => () => backend.close()), () => this.#options.commands?.close() ?? Promise.resolve(), () => this.#options.scripts?.close() ?? Promise.resolve(), () => data.close(), () => store.close()];
    // One that fails must not keep the others from letting go.
    for (const step of steps) await step().catch(onInternalError);
  }

  async #changed(pluginId: string, work: () => Promise<void>): Promise<PluginStatus> {
    await this.#locked(pluginId, work);
    return this.plugin(pluginId);
  }

  async #locked(pluginId: string, work: () => Promise<void>): Promise<void> {
    if (this.#closing !== undefined) throw new AmbitError("INSTANCE_STOPPED", "The host is closed.");
    await this.#locks.run(pluginId, work);
  }

  /** Delivers an event to a plugin that was granted it; one that nobody agreed to, or that is parked, gets none. */
  async #deliver(pluginId: string, event: string, payload: JsonValue): Promise<boolean> {
    try {
      const runtime = await this.#running.get(pluginId);
      const begun = runtime.runLines(event, payload) > 0;
      const delivered = runtime.policy.events.includes(event) && (await runtime.deliver(event, payload));
      return begun || delivered;
    } catch (error) {
      if (AmbitError.isInstance(error) && notRunnable.includes(error.code)) return false;
      throw error;
    }
  }

  /** Keeps in the store that a plugin is parked, after whatever is being done with it. */
  #park(pluginId: string): void {
    const keep = this.#locks.run(pluginId, async () => {
      const { store, journal } = this.#parts;
      const record = await store.installs.get(pluginId);
      if (record === undefined || this.#running.find(pluginId)?.isParked !== true) return;
      await store.installs.put({ ...record, parked: true });
      await journal.append(lifecycleEntry({ plugin: record.manifest, method: "plugin/park", error: new AmbitError("PLUGIN_PARKED", "It crashed too often."), note: "parked" }));
    });
    keep.catch(this.#parts.onInternalError);
  }

  #putSettings(pluginId: string, settings: PluginSettings): Promise<void> {
    return this.#locked(pluginId, async () => {
      const { store, journal } = this.#parts;
      const { manifest } = await this.#installer.find(pluginId);
      requireSettings(settings, manifest);
      const before = await store.settings.get({ pluginId });
      await store.settings.put({ pluginId }, settings);
      const runtime = await this.#running.settled(pluginId);
      if (runtime !== undefined) runtime.accounts = settings.accounts;
      // The settings themselves are handed over once, when an instance starts.
      if (JSON.stringify(before.config) !== JSON.stringify(settings.config)) await this.#running.stop(pluginId);
      await journal.append(lifecycleEntry({ plugin: manifest, method: "plugin/settings" }));
    });
  }

  #setSecret(pluginId: string, name: string, value: string): Promise<void> {
    return this.#locked(pluginId, async () => {
      const { store, journal, secrets } = this.#parts;
      const { manifest } = await this.#installer.find(pluginId);
      if (!plainNameSchema.safeParse(name).success) throw new AmbitError("INVALID_PARAMS", "This is no name of a secret.");
      secrets.learn(pluginId, value);
      await store.secrets.set({ pluginId }, name, value);
      await journal.append(lifecycleEntry({ plugin: manifest, method: "plugin/secret", target: name }));
    });
  }

  async #deleteSecret(pluginId: string, name: string): Promise<boolean> {
    return this.#parts.store.secrets.delete({ pluginId }, name);
  }
}

/** Why a plugin that is installed does not run; nothing that has failed. */
const notRunnable: readonly ErrorCode[] = ["PLUGIN_NOT_INSTALLED", "CONSENT_REQUIRED", "PLUGIN_PARKED", "ROOT_UNKNOWN", "MANIFEST_INVALID"];
