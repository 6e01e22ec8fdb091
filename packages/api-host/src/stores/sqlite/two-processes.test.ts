import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "./create-sqlite-store.ts";

const rounds = 60;
const writers = ["a", "b", "c"];

async function write(file: string, name: string): Promise<number | null> {
  const script = join(import.meta.dirname, "../../testing/store-writer.ts");
  const child = spawn(process.execPath, ["--conditions=@ambit/source", script, file, name, String(rounds)], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

test("processes that write at once lose nothing and corrupt nothing", { timeout: 60_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "ambit-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "host.db");
  // The file itself does not exist yet: all of them want to make it.
  expect(await Promise.all(writers.map((name) => write(file, name)))).toEqual([0, 0, 0]);

  const store = createSqliteStore(file);
  const scope = { pluginId: "shared" };
  const records = await store.journal.read({ after: 0, limit: 10_000 });
  expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: writers.length * rounds * 2 }, (_, at) => at + 1));
  const { items } = await store.kv.list(scope, { prefix: "", limit: 1000 });
  expect(items).toHaveLength(writers.length * rounds);
  expect(await store.collections.count({ scope, name: "rows", declaration: { indexes: ["round"] } }, { round: { gte: 0 } })).toBe(writers.length * rounds);
  const keyBytes = items.reduce((sum, { key, value }) => sum + key.length + String(value).length, 0);
  const rowBytes = items.reduce((sum, { key, value }) => sum + key.length + JSON.stringify({ round: value }).length, 0);
  expect(await store.kv.usedBytes(scope)).toBe(keyBytes + rowBytes);
  await store.close();
  const database = new DatabaseSync(file);
  expect(database.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  database.close();
});
