import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import { type HostStore, type JournalRecord, journalRecordSchema } from "@ambit/api-types";
import type { Acknowledged } from "../guests/loaded-host.ts";
import { figure } from "../measure/statistics.ts";
import { type Workload, target } from "../measure/workload.ts";

const KILLS = 300;
/** Acknowledgements after which a host is killed: another number each time, so that it dies at another place. */
const acknowledgementsOf = (run: number): number => 1 + ((run * 61) % 397);

/** What killing cost; each must be 0. */
interface Losses {
  records: number;
  writes: number;
  torn: number;
  gaps: number;
}

/** A host under load, killed again and again: what it had acknowledged is there, and nothing is torn. */
export const workload: Workload = {
  summary: "a host killed with SIGKILL under load: what it had acknowledged is in journal and store",
  async run(progress) {
    const folder = await mkdtemp(join(tmpdir(), "ambit-bench-kill-"));
    const losses: Losses = { records: 0, writes: 0, torn: 0, gaps: 0 };
    const lives: number[] = [];
    let [acknowledged, seen] = [0, 0];
    try {
      for (let run = 0; run < KILLS; run++) {
        const start = performance.now();
        const told = await runAndKill(folder, run);
        lives.push(performance.now() - start);
        acknowledged += told.length;
        seen = await check(join(folder, "ambit.db"), told, seen, losses);
        if ((run + 1) % 50 === 0) progress(`${run + 1} kills, ${acknowledged} acknowledgements, ${seen} records`);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return {
      figures: [figure("life of a host, from its start to its kill", "ms", lives)],
      targets: [
        target("acknowledged records lost", losses.records, 0),
        target("acknowledged writes of plugins lost", losses.writes, 0),
        target("records torn", losses.torn, 0),
        target("gaps in the sequence", losses.gaps, 0),
      ],
    };
  },
};

/** Starts a host, kills it under load, and gives what it had acknowledged. */
async function runAndKill(folder: string, run: number): Promise<readonly Acknowledged[]> {
  const script = fileURLToPath(new URL("../guests/loaded-host.ts", import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, script, folder, String(run)], { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.split("\n").length > acknowledgementsOf(run)) child.kill("SIGKILL");
  });
  const [, signal] = (await once(child, "close")) as [number | null, string | null];
  if (signal !== "SIGKILL") throw new Error(`The host of run ${run} ended by itself (${signal}).`);
  // The kill can cut the last line; it was not seen whole, so it does not count.
  return printed.split("\n").slice(0, -1).map((line) => JSON.parse(line) as Acknowledged);
}

/** Looks for what was acknowledged in one run; gives the last number of the sequence. */
async function check(file: string, told: readonly Acknowledged[], seen: number, losses: Losses): Promise<number> {
  const store = createSqliteStore(file);
  try {
    const records = await store.journal.read({ after: seen, limit: 1_000_000 });
    const targets = new Set(records.map(({ target: name }) => name));
    losses.records += told.filter((one) => one.kind === "record" && !targets.has(one.target)).length;
    losses.writes += await lostWrites(store, told, records);
    losses.torn += records.filter((record) => !journalRecordSchema.safeParse(record).success).length;
    losses.gaps += records.filter(({ seq }, at) => seq !== seen + at + 1).length;
    return records.at(-1)?.seq ?? seen;
  } finally {
    await store.close();
  }
}

/** A write counts as three: a value, a document, and the record of a file. Each lane's last one tells of all before it. */
async function lostWrites(store: HostStore, told: readonly Acknowledged[], records: readonly JournalRecord[]): Promise<number> {
  const last = new Map<string, number>();
  for (const one of told) if (one.kind === "write") last.set(one.key, one.n);
  const files = records.filter(({ method, outcome }) => method === "fs/write" && outcome === "ok").length;
  const scope = { pluginId: "loaded" };
  const counts = { scope, name: "counts", declaration: { indexes: ["n"] } };
  let lost = Math.max(0, [...last.values()].reduce((sum, n) => sum + n, 0) - files);
  for (const [key, n] of last) {
    if (Number(await store.kv.get(scope, key)) < n) lost++;
    if (Number((await store.collections.get(counts, key))?.["n"]) < n) lost++;
  }
  return lost;
}
