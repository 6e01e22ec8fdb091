/** Writes into a store that another process writes into as well: `node store-writer.ts <file> <name> <rounds>`. */
import { createSqliteStore } from "../stores/sqlite/create-sqlite-store.ts";

const [file = "", name = "", rounds = "0"] = process.argv.slice(2);
const scope = { pluginId: "shared" };
const store = createSqliteStore(file);
for (let round = 0; round < Number(rounds); round++) {
  await store.kv.set(scope, `${name}-${round}`, round, 1_000_000);
  await store.collections.putMany({ scope, name: "rows", declaration: { indexes: ["round"] } }, [{ id: `${name}-${round}`, data: { round } }], 1_000_000);
  const entry = { time: round, plugin: name, version: "1.0.0", instance: "", backend: "", method: "test", target: String(round), outcome: "ok", ms: 0 } as const;
  await store.journal.append([entry, entry]);
}
await store.close();
