/** Appends to a journal as fast as it can and prints each target once it is acknowledged: `node journal-writer.ts <file> <run>`. */
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";
import { HostJournal } from "../journal/host-journal.ts";

const [file = "", run = ""] = process.argv.slice(2);
const journal = new HostJournal({ store: createSqliteStore(file).journal, mask: (_, text) => text, onError: () => process.exit(1) });

async function append(lane: number): Promise<never> {
  for (let at = 0; ; at++) {
    const target = `${run}.${lane}.${at}`;
    await journal.append({ time: Date.now(), plugin: "load", version: "1.0.0", instance: run, backend: "js", method: "proc/spawn", target, outcome: "ok", ms: 1, args: ["x".repeat(100)] });
    process.stdout.write(`${target}\n`);
  }
}

await Promise.all(Array.from({ length: 16 }, (_, lane) => append(lane)));
