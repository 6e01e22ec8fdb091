/**
 * A host under load, for a workload that kills it: `node loaded-host.ts <folder> <run>`. Plugins write files, values and documents, the
 * application appends records of its own; each is printed once it is acknowledged, as one JSON line.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createPluginHost } from "@ambit/api-host";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import { jsBackend } from "@ambit/sandbox-js";

/** One thing that the host has acknowledged. */
export type Acknowledged = { readonly kind: "record"; readonly target: string } | { readonly kind: "write"; readonly key: string; readonly n: number };

const CALL_LANES = 6;
const RECORD_LANES = 6;
const plugin = fileURLToPath(new URL("./loaded-plugin", import.meta.url));

function tell(acknowledged: Acknowledged): void {
  process.stdout.write(`${JSON.stringify(acknowledged)}\n`);
}

async function load(folder: string, run: string): Promise<void> {
  const host = await createPluginHost({ store: createSqliteStore(join(folder, "ambit.db")), backends: [jsBackend()], dataDir: join(folder, "data") });
  const { manifest, bundleDigest, lines, state } = await host.install(plugin);
  if (state === "waiting") await host.grant(manifest.id, { bundleDigest, shown: lines.map(({ key }) => key), removed: [] });
  const calling = async (lane: number): Promise<never> => {
    const key = `${run}.${lane}`;
    for (let n = 1; ; n++) {
      await host.callTool(manifest.id, "write", { key, n });
      tell({ kind: "write", key, n });
    }
  };
  const recording = async (lane: number): Promise<never> => {
    for (let at = 1; ; at++) {
      const target = `${run}.${lane}.${at}`;
      await host.journal.append({ time: Date.now(), plugin: "application", version: "1.0.0", instance: run, backend: "", method: "load", target, outcome: "ok", ms: 0 });
      tell({ kind: "record", target });
    }
  };
  await Promise.all([...Array.from({ length: CALL_LANES }, (_, lane) => calling(lane)), ...Array.from({ length: RECORD_LANES }, (_, lane) => recording(lane))]);
}

const [folder = "", run = ""] = process.argv.slice(2);
if (import.meta.main) await load(folder, run);
