import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemoryStore, type PluginHost } from "@ambit/api-host";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import type { HostStore, JournalEntry } from "@ambit/api-types";
import { reactorHost, reactorId } from "../guests/reactor-host.ts";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
import { BareInserts } from "../peers/bare-inserts.ts";

const ROUNDS = 40;
const CALLS = 300;
const BATCH = 500;

/** The journal against bare inserts in transactions of 500, and a warm call with the journal against one without. */
export const workload: Workload = {
  summary: "the journal in SQLite, durable when acknowledged",
  async run(progress) {
    const folder = await mkdtemp(join(tmpdir(), "ambit-bench-"));
    const store = createSqliteStore(join(folder, "ambit.sqlite"));
    const bare = new BareInserts(join(folder, "bare.sqlite"));
    const [host, silent] = [await reactorHost(store), await reactorHost(withoutJournal(createMemoryStore()))];
    progress(`${ROUNDS} rounds of ${BATCH} records and of ${CALLS} calls`);
    const records = { bare: () => perRecord(async () => bare.write(batch())), ambit: () => perRecord(() => acknowledged(host)) };
    const calls = { silent: () => warmCalls(silent), journaled: () => warmCalls(host) };
    await sideBySide(records, 5);
    await sideBySide(calls, 5);
    const written = await sideBySide(records, ROUNDS);
    const called = await sideBySide(calls, ROUNDS);
    await Promise.all([host.close(), silent.close()]);
    await store.close();
    bare.close();
    await rm(folder, { recursive: true });
    return {
      figures: [
        figure("bare insert, 500 to a transaction", "us", written.samples.bare),
        figure("journal record, acknowledged", "us", written.samples.ambit),
        figure("warm call, nothing kept", "us", called.samples.silent),
        figure("warm call, journaled in SQLite", "us", called.samples.journaled),
      ],
      targets: [target("journal record / bare insert", written.ratio("ambit", "bare"), 2), target("warm call with journal / without", called.ratio("journaled", "silent"), 1.25)],
    };
  },
};

function warmCalls(host: PluginHost): Promise<readonly number[]> {
  return timed(CALLS, () => host.callTool(reactorId, "echo", {}));
}

function batch(): JournalEntry[] {
  return Array.from({ length: BATCH }, (_, at) => ({ time: Date.now(), plugin: "bench", version: "1.0.0", instance: "i1", backend: "wasm", method: "net/fetch", target: `h${at}.example.dev`, outcome: "ok", bytesIn: 1024, bytesOut: 120, ms: 1.5 }));
}

async function acknowledged(host: PluginHost): Promise<void> {
  await Promise.all(batch().map((entry) => host.journal.append(entry)));
}

async function perRecord(write: () => Promise<void>): Promise<readonly number[]> {
  const start = performance.now();
  await write();
  return [((performance.now() - start) * 1000) / BATCH];
}

/** A store whose journal takes everything and keeps nothing. */
function withoutJournal(store: HostStore): HostStore {
  const journal: HostStore["journal"] = { append: async () => 0, read: async () => [], tail: async () => [], prune: async () => 0 };
  return { ...store, journal };
}
