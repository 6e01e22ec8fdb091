import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, createPluginHost, type PluginHost } from "@ambit/api-host";
import { AmbitError } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { buildArchive, type CaseEntry } from "../archives/build-archive.ts";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";

/** Archive cases: a real archive, installed by a real host. */
export const archiveAdapter: CaseAdapter = {
  kind: "archive",
  async run(row) {
    const { format, entries } = row.input;
    const folder = await mkdtemp(join(tmpdir(), "ambit-case-"));
    const host = await createPluginHost({ store: createMemoryStore(), backends: [jsBackend()], dataDir: join(folder, "data") });
    try {
      const archive = join(folder, "plugin.archive");
      await writeFile(archive, await buildArchive(String(format ?? "zip"), entries as readonly CaseEntry[]));
      return await installed(row, host, archive, join(folder, "data", "bundles"));
    } finally {
      await host.close();
      await rm(folder, { recursive: true });
    }
  },
};

async function installed(row: CaseRow, host: PluginHost, archive: string, bundles: string): Promise<CaseOutcome> {
  try {
    const { bundleDigest, lines } = await host.preview(archive);
    await host.install(archive);
    await host.grant("case", { bundleDigest, shown: lines.map((line) => line.key), removed: [] });
    // Its files are unpacked when it first starts; what it answers is no matter here.
    await host.callTool("case", "none", {}).catch(() => undefined);
    return (await brokenSentence(row, join(bundles, bundleDigest))) ?? { decision: "allow", detail: "installed" };
  } catch (error) {
    if (!AmbitError.isInstance(error)) throw error;
    return { decision: "error", detail: `${error.code}: ${error.message}` };
  }
}

/** What a case's `assert_` says and is not so; also for a sentence that is not known. */
async function brokenSentence(row: CaseRow, unpacked: string): Promise<CaseOutcome | undefined> {
  const sentence = row.input["assert_"];
  if (sentence === undefined) return undefined;
  const { name: only, mode } = /^(?:(?<name>\S+) (?:has |is written )?)?(?:with )?(?:the )?(?:file )?modes? (?:is |of )?(?<mode>0?[0-7]{3})$/.exec(String(sentence))?.groups ?? {};
  if (mode === undefined) return { notRun: `no check for "${String(sentence)}"` };
  const written = (row.input["entries"] as readonly CaseEntry[]).filter(({ name, mode: given }) => (only === undefined ? given !== undefined : name === only));
  for (const { name } of written) {
    const found = (await stat(join(unpacked, name))).mode & 0o7777;
    if (found !== Number.parseInt(mode, 8)) return { notRun: `not so: ${name} has the mode ${found.toString(8)}` };
  }
  return undefined;
}
