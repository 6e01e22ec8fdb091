import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A fresh folder that goes with the test. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ambit-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** What a test's plugin has beside the usual. */
export interface PluginFolderOptions {
  /** Fields of the manifest that differ. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Text of `run.js`. */
  readonly code?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** The manifest of a test's plugin. */
export function manifestOf(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { id: "notes", version: "1.0.0", publisher: "Example", api: 1, run: { js: "run.js" }, tools: [{ name: "run", description: "Runs." }], ...fields };
}

/** Writes a plugin's folder and gives its path. */
export async function pluginFolder({ manifest, code = "export const tools = { run: () => 1 };", files = {} }: PluginFolderOptions = {}): Promise<string> {
  const folder = await freshFolder();
  await writeFiles(folder, { "ambit-plugin.json": JSON.stringify(manifestOf(manifest)), "run.js": code, ...files });
  return folder;
}
