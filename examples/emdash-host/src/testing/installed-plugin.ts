import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PluginHost, PluginStatus } from "@ambit/api-host";
import { jsBackend } from "@ambit/sandbox-js";
import { onTestFinished } from "vitest";
import { createEmdashHost, type EmdashHost } from "../index.ts";

/** A plugin of a test. */
export interface TestPlugin {
  /** Fields of the manifest that differ from the usual ones. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Text of `run.js`. */
  readonly code: string;
  /** Further files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Keys of the consent lines that are taken away. */
  readonly removed?: readonly string[];
}

/** A host of a test, closed with it. */
export async function openHost(options: Partial<Parameters<typeof createEmdashHost>[0]> = {}): Promise<EmdashHost> {
  const made = await createEmdashHost({ backends: [jsBackend()], ...options });
  onTestFinished(() => made.host.close());
  return made;
}

/** Installs a plugin and accepts what it asks for. */
export async function installPlugin(host: PluginHost, { manifest, code, files = {}, removed = [] }: TestPlugin): Promise<PluginStatus> {
  const folder = await mkdtemp(join(tmpdir(), "ambit-emdash-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const whole = { id: "sample", version: "1.0.0", publisher: "Example", api: 1, run: { js: "run.js" }, tools: [{ name: "run", description: "Runs." }], ...manifest };
  await writeFile(join(folder, "ambit-plugin.json"), JSON.stringify(whole));
  for (const [path, text] of Object.entries({ "run.js": code, ...files })) await writeFile(join(folder, path), text);
  const { manifest: read, bundleDigest, lines } = await host.install(folder);
  return host.grant(read.id, { bundleDigest, shown: lines.map(({ key }) => key), removed });
}
