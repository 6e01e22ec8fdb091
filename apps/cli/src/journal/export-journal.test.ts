import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSqliteStore } from "@ambit/api-host/sqlite";
import { type HostStore, type JournalEntry, journalRecordSchema } from "@ambit/api-types";
import { expect, onTestFinished, test } from "vitest";
import { exportJournal } from "./export-journal.ts";

const entry = (at: number): JournalEntry => ({ time: at, plugin: at % 2 === 0 ? "even" : "odd", version: "1.0.0", instance: "i", backend: "js", method: "kv/get", target: "línea\u2028", outcome: "ok", ms: 0 });

async function filled(count: number): Promise<{ readonly store: HostStore; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "ambit-export-"));
  const store = createSqliteStore(join(folder, "ambit.db"));
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  await store.journal.append(Array.from({ length: count }, (_, at) => entry(at)));
  return { store, folder };
}

test.for([0, 1, 999, 1000, 2500])("%i records are as many lines, each of the published shape", async (count) => {
  const { store, folder } = await filled(count);
  const file = join(folder, "journal.jsonl");
  expect(await exportJournal(store.journal, file, {})).toBe(count);
  const lines = (await readFile(file, "utf8")).split("\n");
  expect(lines.pop()).toBe("");
  expect(lines.map((line) => journalRecordSchema.parse(JSON.parse(line)).seq)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  expect(await exportJournal(store.journal, join(folder, "some.jsonl"), { plugin: "odd" })).toBe(Math.floor(count / 2));
});

test("a file that is there is left as it is, and a failure leaves nothing", async () => {
  const { store, folder } = await filled(3);
  const file = join(folder, "mine.txt");
  await writeFile(file, "mine");
  await expect(exportJournal(store.journal, file, {})).rejects.toMatchObject({ code: "HOST_CONFIG_INVALID" });
  expect(await readFile(file, "utf8")).toBe("mine");
  await expect(exportJournal(store.journal, join(folder, "none", "a.jsonl"), {})).rejects.toMatchObject({ code: "HOST_CONFIG_INVALID" });
  const failing = { ...store.journal, append: () => Promise.reject(new Error("no")), read: () => Promise.reject(new Error("disk")) } as typeof store.journal;
  await expect(exportJournal(failing, join(folder, "half.jsonl"), {})).rejects.toMatchObject({ code: "HOST_CONFIG_INVALID" });
  expect((await readdir(folder)).filter((name) => name.includes("half"))).toEqual([]);
});
