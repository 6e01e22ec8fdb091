import { AmbitError, type GrantRecord, type HostStore, type InstallRecord, type PluginManifest } from "@ambit/api-types";
import { compilePolicy, consentLines, type HostTerms, judgeUpdate } from "@ambit/sandbox-permissions";
import type { BundleFolders } from "../folders/bundle-folders.ts";
import type { Consent } from "../host/plugin-host.ts";
import type { BackendChoice } from "../instances/backend-choice.ts";
import type { HostJournal } from "../journal/host-journal.ts";
import { lifecycleEntry } from "../journal/lifecycle-entry.ts";
import { agreedPolicy, requireShown } from "./consent-check.ts";
import type { PluginPackage } from "./plugin-package.ts";

/** What installing works with. */
export interface InstallerServices {
  readonly store: HostStore;
  readonly bundles: BundleFolders;
  readonly backends: BackendChoice;
  readonly journal: HostJournal;
  readonly terms: HostTerms;
  readonly lang: string;
  /**
   * Ends a plugin's instance. Called once the records are those of what is to run next: a call that comes at any moment starts the
   * plugin by what it finds there, and one that was started by what stood there before is ended.
   */
  readonly stop: (pluginId: string) => Promise<void>;
}

/** One version of a plugin, as a record holds it. */
type Version = Pick<InstallRecord, "version" | "bundleDigest" | "manifest">;

/**
 * Takes plugins in and out, and keeps what people agreed to. Its methods expect that nobody else works on the same plugin
 * at the same time. Whatever the order in which a crash leaves the records, a plugin without a matching grant does not run.
 */
export class PluginInstaller {
  readonly #services: InstallerServices;

  constructor(services: InstallerServices) {
    this.#services = services;
  }

  /** @throws AmbitError `PLUGIN_NOT_INSTALLED`. */
  async find(pluginId: string): Promise<InstallRecord> {
    const record = await this.#services.store.installs.get(pluginId);
    if (record === undefined) throw new AmbitError("PLUGIN_NOT_INSTALLED", `No plugin "${pluginId.slice(0, 64)}" is installed.`);
    return record;
  }

  /** Takes a plugin in, or a newer or older version of it: one that widens what was agreed to waits. */
  async install({ manifest, bundleDigest, files }: PluginPackage): Promise<void> {
    const { store } = this.#services;
    const version: Version = { version: manifest.version, bundleDigest, manifest };
    const old = await store.installs.get(manifest.id);
    await store.bundles.put(bundleDigest, files);
    await this.#prepare(version);
    if (old === undefined) {
      await store.installs.put({ pluginId: manifest.id, ...version, parked: false, installedAt: Date.now() });
      await this.#record(manifest, "plugin/install");
    } else if (old.bundleDigest === bundleDigest) await this.#put(old, old);
    else await this.#update(old, version);
    if (old !== undefined) await this.#dropBundles(old);
  }

  /** Has done once what each instance would have to do else; a plugin that turns out to be none is not taken in. */
  async #prepare({ manifest: { id, run }, bundleDigest }: Version): Promise<void> {
    const { backends, bundles } = this.#services;
    const preparing = run === undefined ? [] : await backends.preparing(run, id);
    if (run === undefined || preparing.length === 0) return;
    try {
      const bundleDir = await bundles.open(bundleDigest);
      for (const backend of preparing) await backend.prepare?.({ run, bundleDir, bundleDigest });
    } catch (error) {
      await this.#dropBundles({ bundleDigest });
      throw error;
    }
  }

  /** Keeps a person's consent to the version they were shown. @throws AmbitError `CONSENT_MISMATCH`. */
  async grant(pluginId: string, consent: Consent): Promise<void> {
    const record = await this.find(pluginId);
    const version = [record, record.pending].find((each) => each?.bundleDigest === consent.bundleDigest);
    if (version === undefined) throw new AmbitError("CONSENT_MISMATCH", "The plugin is not the one that was shown. Read the install window again.");
    requireShown(consent, consentLines(version.manifest, this.#services.terms, this.#services.lang));
    const before = await this.#services.store.grants.get(pluginId);
    // What was taken away from another version stays away when a later one asks for it again.
    const removed = [...consent.removed, ...(before?.removed ?? []).filter((key) => !consent.shown.includes(key))];
    await this.#putGrant(version, removed);
    if (version !== record) await this.#put(record, version);
    await this.#services.stop(pluginId);
    if (version !== record) await this.#dropBundles(record);
    await this.#record(version.manifest, "plugin/grant");
  }

  /** Takes consent back. */
  async revoke(pluginId: string): Promise<void> {
    const { manifest } = await this.find(pluginId);
    await this.#services.store.grants.delete(pluginId);
    await this.#services.stop(pluginId);
    await this.#record(manifest, "plugin/revoke");
  }

  /** Takes a plugin out; its data goes only where that is asked for. */
  async uninstall(pluginId: string, { deleteData }: { readonly deleteData: boolean }): Promise<void> {
    const { store, stop } = this.#services;
    const record = await this.find(pluginId);
    await store.grants.delete(pluginId);
    await stop(pluginId);
    await store.installs.delete(pluginId);
    await this.#dropBundles(record);
    if (deleteData) await store.deleteData(pluginId);
    await this.#record(record.manifest, "plugin/uninstall");
  }

  async #update(old: InstallRecord, version: Version): Promise<void> {
    const { store, terms, stop } = this.#services;
    const grant = await store.grants.get(old.pluginId);
    const removed = grant?.removed ?? [];
    const waits = this.#mustWait(old, grant, version);
    if (waits) {
      await store.installs.put({ ...old, pending: version });
      await this.#record(version.manifest, "plugin/update", new AmbitError("CONSENT_REQUIRED", "The update asks for more than was agreed to."));
      return;
    }
    if (isAgreed(old, grant, terms)) await this.#putGrant(version, removed);
    await this.#put(old, version);
    await stop(old.pluginId);
    await this.#record(version.manifest, "plugin/update");
  }

  /** A version that nobody runs yet is replaced at once; the new one needs consent like the old one did. */
  #mustWait(old: InstallRecord, grant: GrantRecord | undefined, version: Version): boolean {
    const { terms } = this.#services;
    if (!isAgreed(old, grant, terms)) return false;
    const removed = grant?.removed ?? [];
    const versions = [old, version].map(({ manifest }) => ({ manifest, policy: compilePolicy({ manifest, removed, host: terms }) }));
    const [before, after] = versions;
    return before === undefined || after === undefined || !judgeUpdate(before, after).goesIn;
  }

  /** Makes a version the one that runs; nothing waits then. */
  async #put(old: InstallRecord, { version, bundleDigest, manifest }: Version): Promise<void> {
    await this.#services.store.installs.put({ pluginId: old.pluginId, version, bundleDigest, manifest, parked: bundleDigest === old.bundleDigest && old.parked, ...(old.everAgreed === true && { everAgreed: true }), installedAt: old.installedAt });
  }

  async #putGrant({ manifest, version, bundleDigest }: Version, removed: readonly string[]): Promise<void> {
    const policy = compilePolicy({ manifest, removed, host: this.#services.terms });
    await this.#services.store.grants.put({ pluginId: manifest.id, publisher: manifest.publisher, version, bundleDigest, policyDigest: policy.digest, removed, acceptedAt: Date.now() });
  }

  /** Drops the bundles that a record named, where no record names them any more. */
  async #dropBundles(old: Pick<InstallRecord, "bundleDigest" | "pending">): Promise<void> {
    const { store, bundles } = this.#services;
    const named = new Set((await store.installs.list()).flatMap(({ bundleDigest, pending }) => [bundleDigest, pending?.bundleDigest]));
    for (const digest of [old.bundleDigest, old.pending?.bundleDigest]) {
      if (digest === undefined || named.has(digest)) continue;
      await store.bundles.delete(digest);
      await bundles.remove(digest);
    }
  }

  async #record(plugin: PluginManifest, method: string, error?: AmbitError): Promise<void> {
    await this.#services.journal.append(lifecycleEntry({ plugin, method, ...(error !== undefined && { error }) }));
  }
}

function isAgreed(install: InstallRecord, grant: GrantRecord | undefined, terms: HostTerms): boolean {
  try {
    agreedPolicy(install, grant, terms);
    return true;
  } catch {
    return false;
  }
}
