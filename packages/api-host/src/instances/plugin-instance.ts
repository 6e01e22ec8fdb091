import { randomUUID } from "node:crypto";
import { AmbitError, type JsonValue, type JudgeFacts, type PermissionPolicy, type PluginManifest, type PluginSettings, type ProxyInstance, type Sandbox, type SandboxExit } from "@ambit/api-types";
import type { RootMount } from "@ambit/capability-proxies";
import { buildPreopens } from "@ambit/sandbox-permissions";
import type { HostCallBudget } from "../gateway/host-call-budget.ts";
import { InstanceGateway } from "../gateway/instance-gateway.ts";
import { connectionEntry } from "../journal/connection-entry.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { pluginFacts } from "./plugin-facts.ts";
import type { PluginServices } from "./plugin-services.ts";
import { instanceMounts } from "./root-table.ts";

/** The plugin that instances are made of. */
export interface PluginSource {
  readonly manifest: PluginManifest;
  readonly bundleDigest: string;
  readonly policy: PermissionPolicy;
  readonly budget: HostCallBudget;
  /** The organisation that the instance serves. */
  readonly org?: string;
  /** The settings as they are at the moment. */
  settings(): PluginSettings;
}

/** One run of a plugin: its sandbox, and all that the host holds for it. */
export class PluginInstance {
  readonly id: string = randomUUID();
  readonly #services: PluginServices;
  readonly #source: PluginSource;
  #sandbox: Sandbox | undefined;
  #gateway: InstanceGateway | undefined;
  #backend = "";

  constructor(services: PluginServices, source: PluginSource) {
    this.#services = services;
    this.#source = source;
  }

  /** Name of the backend that runs it. */
  get backend(): string {
    return this.#backend;
  }

  /**
   * Starts it. What was opened for a start that fails is released again.
   *
   * @throws AmbitError why it cannot be started.
   */
  async start(): Promise<Sandbox> {
    const { manifest, bundleDigest, policy, settings, org } = this.#source;
    const { backends, bundles, capabilities, data, journal, mounts, surroundings, resolveName, roots, lang } = this.#services;
    const { run, id, version } = manifest;
    const backend = await backends.choose(run, id);
    if (run === undefined) throw new AmbitError("INTERNAL_ERROR", "A backend was chosen for a plugin that has no `run`.");
    this.#backend = backend.name;
    const bundleDir = await bundles.open(bundleDigest);
    try {
      const own = instanceMounts(roots, policy, { plugin: bundleDir, temp: await data.makeTemp(this.id) });
      mounts.set(this.id, own);
      surroundings.set(this.id, { preopens: buildPreopens(policy, own), facts: this.#facts(), ...(resolveName !== undefined && { resolveName }), onConnection: (record) => void journal.enqueue(connectionEntry({ plugin: manifest, instance: this.id, backend: backend.name, ...(org !== undefined && { org }) }, record)) });
      const gateway = this.#makeGateway(backend.name);
      this.#gateway = gateway;
      const preopens = backend.supports.preopens ? buildPreopens(policy, own) : [];
      this.#sandbox = await backend.create({ instanceId: this.id, plugin: { id, version }, run, bundleDir, bundleDigest, policy, preopens, config: settings().config, lang, capabilityCalls: await capabilities.callsOf(policy.capabilities), gateway });
      return this.#sandbox;
    } catch (error) {
      await this.release(new AmbitError("INSTANCE_STOPPED", "The instance could not be started."));
      throw error;
    }
  }

  /** Lets go of everything held for the instance, after its end. */
  async release(reason: AmbitError): Promise<void> {
    const { proxies, capabilities, mounts, surroundings, data, onInternalError } = this.#services;
    this.#gateway?.stop(reason);
    capabilities.release(this.id);
    const releases = [...proxies.values()].map(async (proxy) => proxy.release?.(this.id));
    for (const outcome of await Promise.allSettled(releases)) if (outcome.status === "rejected") onInternalError(outcome.reason);
    mounts.delete(this.id);
    surroundings.delete(this.id);
    await data.removeTemp(this.id).catch(onInternalError);
  }

  /** Journals its end. */
  recordExit({ kind, error }: SandboxExit): void {
    const { manifest, org } = this.#source;
    const known = error === undefined || AmbitError.isInstance(error) ? error : new AmbitError("INTERNAL_ERROR", "The instance ended.");
    const entry = lifecycleEntry({ plugin: manifest, method: "plugin/stop", instance: this.id, backend: this.#backend, ...(org !== undefined && { org }), ...(known !== undefined && kind !== "disposed" && { error: known }), ...(kind === "killed" && { note: "killed" }) });
    void this.#services.journal.enqueue(entry);
  }

  #makeGateway(backend: string): InstanceGateway {
    const { journal, metrics, proxies, capabilities, secrets, onInternalError } = this.#services;
    const { manifest, policy, budget, org } = this.#source;
    const instance: ProxyInstance = { instanceId: this.id, pluginId: manifest.id, policy, ...(org !== undefined && { org }), notify: (method: string, params: JsonValue) => this.#sandbox?.notify(method, params) };
    return new InstanceGateway({
      instance,
      version: manifest.version,
      backend,
      facts: this.#facts(),
      budget,
      proxies,
      capabilities,
      journal,
      metrics,
      onSecret: (value) => secrets.learn(manifest.id, value),
      onInternalError,
    });
  }

  #facts(): JudgeFacts {
    const { mounts } = this.#services;
    return pluginFacts(this.#services, { pluginId: this.#source.manifest.id, accounts: () => this.#source.settings().accounts, fenced: (root) => fencedIn(mounts.get(this.id), root) });
  }
}

function fencedIn(own: Readonly<Record<string, RootMount>> | undefined, root: string): readonly string[] {
  return own !== undefined && Object.hasOwn(own, root) ? (own[root]?.fenced ?? []) : [];
}
