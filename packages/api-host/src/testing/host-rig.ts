import type { HostStore, SandboxBackend } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { onTestFinished } from "vitest";
import { createPluginHost } from "../host/create-plugin-host.ts";
import type { PluginHost, PluginHostOptions, PluginStatus } from "../host/plugin-host.ts";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { freshFolder, pluginFolder, type PluginFolderOptions } from "./plugin-folder.ts";

/** A host of a test with what it stands on. */
export interface HostRig {
  readonly host: PluginHost;
  readonly store: HostStore;
  readonly dataDir: string;
  /** What the host reported of its own failures. */
  readonly errors: unknown[];
}

/** Makes a host with the real JavaScript backend; closed with the test. */
export async function makeHost(options: Partial<PluginHostOptions> = {}): Promise<HostRig> {
  const store = options.store ?? createMemoryStore();
  const dataDir = options.dataDir ?? (await freshFolder());
  const backends: readonly SandboxBackend[] = options.backends ?? [jsBackend()];
  const errors: unknown[] = [];
  const host = await createPluginHost({ onInternalError: (error) => errors.push(error), ...options, store, dataDir, backends });
  onTestFinished(() => host.close());
  return { host, store, dataDir, errors };
}

/** Accepts everything that a plugin waits with, but for the lines whose keys are given. */
export function accept(host: PluginHost, { manifest, bundleDigest, lines, update }: PluginStatus, removed: readonly string[] = []): Promise<PluginStatus> {
  const shown = update ?? { bundleDigest, lines };
  return host.grant(manifest.id, { bundleDigest: shown.bundleDigest, shown: shown.lines.map(({ key }) => key), removed });
}

/** Installs a plugin and accepts it. */
export async function installed(host: PluginHost, options: PluginFolderOptions = {}, removed: readonly string[] = []): Promise<PluginStatus> {
  return accept(host, await host.install(await pluginFolder(options)), removed);
}
