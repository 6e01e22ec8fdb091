import { AmbitError, type ErrorCode, type JsonObject, type JsonValue, messageBounds, checkJsonBounds, type RouteRequest, type StoreScope } from "@ambit/api-types";
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
import type { Consent, InstallPreview, PluginHost, PluginHostOptions, PluginStatus, RouteOptions, ToolCallOptions } from "./plugin-host.ts";
import { type OrgOption, scopeFor } from "../settings/org-name.ts";
import { SettingsDesk } from "../settings/settings-desk.ts";

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
    this.#running = new RunningPlugins({ services: parts, terms: parts.terms, onParked: (scope) => this.#park(scope), ...(options.restart !== undefined && { schedule: options.restart }) });
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
    const desk = new SettingsDesk({ ...parts, running: this.#running, manifestOf: async (id) => (await this.#installer.find(id)).manifest, locked: (id, work) => this.#locked(id, work) });
    this.settings = { get: (id, of) => desk.get(id, of), inForce: (id, of) => desk.inForce(id, of), put: (id, settings, of) => desk.put(id, settings, of) };
    this.secrets = {
      set: (id, name, value, of) => desk.setSecret(id, name, value, of),
      delete: (id, name, of) => desk.deleteSecret(id, name, of),
      list: (id, of) => desk.secretNames(id, of),
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
    const isRunning = this.#running.findAll(pluginId).some((runtime) => runtime.isRunning);
    return statusOf(install, grant, { isRunning, isParked: this.#running.find({ pluginId })?.isParked ?? false }, this.#parts);
  }

  restart(pluginId: string): Promise<PluginStatus> {
    return this.#changed(pluginId, async () => {
      const { store, journal, terms } = this.#parts;
      const record = await this.#installer.find(pluginId);
      agreedPolicy(record, await store.grants.get(pluginId), terms);
      await this.#running.stop(pluginId);
      await store.installs.put({ ...record, parked: false });
      await journal.append(lifecycleEntry({ plugin: record.manifest, method: "plugin/restart", note: "restarted" }));
      await (await this.#running.get({ pluginId })).start();
    });
  }

  async callTool(pluginId: string, tool: string, args: JsonObject, options?: ToolCallOptions): Promise<JsonValue> {
    const scope = scopeFor(pluginId, options);
    const runtime = this.#running.find(scope) ?? (await this.#running.get(scope));
    return runtime.callTool(tool, args, options);
  }

  runHook(name: string, payload: JsonValue, options?: HookOptions): Promise<HookRun> {
    return this.#hooks.run(name, payload, options);
  }

  async callRoute(pluginId: string, route: string, request: Partial<RouteRequest>, { anonymous = false, signal, ...of }: RouteOptions = {}): Promise<JsonValue> {
    const runtime = await this.#running.get(scopeFor(pluginId, of));
    return runtime.callRoute(route, { method: "GET", path: "", query: {}, headers: {}, body: null, ...request }, { anonymous, ...(signal !== undefined && { signal }) });
  }

  async emit(event: string, payload: JsonValue, of?: OrgOption): Promise<number> {
    checkJsonBounds(JSON.stringify(payload), messageBounds);
    const installs = await this.#parts.store.installs.list();
    const delivered = await Promise.all(installs.map(({ pluginId }) => this.#deliver(scopeFor(pluginId, of), event, payload)));
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
  async #deliver(scope: StoreScope, event: string, payload: JsonValue): Promise<boolean> {
    try {
      const runtime = await this.#running.get(scope);
      const begun = runtime.runLines(event, payload) > 0;
      const delivered = runtime.policy.events.includes(event) && (await runtime.deliver(event, payload));
      return begun || delivered;
    } catch (error) {
      if (AmbitError.isInstance(error) && notRunnable.includes(error.code)) return false;
      throw error;
    }
  }

  /**
   * Notes that a plugin is parked, after whatever is being done with it. In the store it is kept of the plugin as such alone: what
   * an organisation does with a plugin must not stop it for the others.
   */
  #park(scope: StoreScope): void {
    const { pluginId, org } = scope;
    const keep = this.#locks.run(pluginId, async () => {
      const { store, journal } = this.#parts;
      const record = await store.installs.get(pluginId);
      if (record === undefined || this.#running.find(scope)?.isParked !== true) return;
      if (org === undefined) await store.installs.put({ ...record, parked: true });
      await journal.append(lifecycleEntry({ plugin: record.manifest, method: "plugin/park", ...(org !== undefined && { org }), error: new AmbitError("PLUGIN_PARKED", "It crashed too often."), note: "parked" }));
    });
    keep.catch(this.#parts.onInternalError);
  }
}

/** Why a plugin that is installed does not run; nothing that has failed. */
const notRunnable: readonly ErrorCode[] = ["PLUGIN_NOT_INSTALLED", "CONSENT_REQUIRED", "PLUGIN_PARKED", "ROOT_UNKNOWN", "MANIFEST_INVALID"];
