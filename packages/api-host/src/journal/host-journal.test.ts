import type { HostStore, JournalEntry, JournalRecord, JournalStore } from "@ambit/api-types";
import { expect, onTestFinished, test } from "vitest";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { HostJournal, type HostJournalOptions } from "./host-journal.ts";

function entry(target: string, more: Partial<JournalEntry> = {}): JournalEntry {
  return { time: Date.now(), plugin: "notes", version: "1.0.0", instance: "i", backend: "js", method: "kv/get", target, outcome: "ok", ms: 0.1, ...more };
}

function journalOn(store: JournalStore, options: Partial<HostJournalOptions> = {}): HostJournal {
  const journal = new HostJournal({ store, mask: (_, text) => text, onError: () => {}, ...options });
  onTestFinished(() => journal.close());
  return journal;
}

/** Counts batches, and fails while told to. */
function watched(store: HostStore): { readonly store: JournalStore; readonly batches: number[]; fail: boolean } {
  const state = { batches: [] as number[], fail: false };
  const append: JournalStore["append"] = async (entries) => {
    if (state.fail) throw new Error("disk full at /some/path");
    state.batches.push(entries.length);
    return store.journal.append(entries);
  };
  const { journal } = store;
  const wrapped: JournalStore = { append, read: (query) => journal.read(query), tail: (limit, filter) => journal.tail(limit, filter), prune: (bounds) => journal.prune(bounds) };
  return Object.assign(state, { store: wrapped });
}

test("entries are written in order, many to a transaction", async () => {
  const { store, batches } = watched(createMemoryStore());
  const journal = journalOn(store);
  for (let at = 0; at < 1200; at++) journal.enqueue(entry(String(at)));
  await journal.append(entry("last"));
  expect(batches).toEqual([500, 500, 201]);
  const records = await journal.read({ after: 0, limit: 2000 });
  expect(records.map(({ target }) => target)).toEqual([...Array.from({ length: 1200 }, (_, at) => String(at)), "last"]);
});

test("an append is acknowledged only once it is in the store", async () => {
  const memory = createMemoryStore();
  const journal = journalOn(memory.journal);
  await journal.append(entry("a"));
  expect(await memory.journal.tail(1)).toMatchObject([{ target: "a", seq: 1 }]);
});

test("an entry that nobody waits for is written soon all the same", async () => {
  const memory = createMemoryStore();
  const journal = journalOn(memory.journal);
  journal.enqueue(entry("a"));
  expect(await memory.journal.tail(1)).toEqual([]);
  await expect.poll(() => memory.journal.tail(1), { interval: 5, timeout: 1000 }).toHaveLength(1);
});

test("a full queue makes its callers wait, and loses nothing", async () => {
  const memory = createMemoryStore();
  const journal = journalOn(memory.journal);
  const waits: Promise<void>[] = [];
  for (let at = 0; at < 6000; at++) {
    const room = journal.enqueue(entry(String(at)));
    if (room !== undefined) waits.push(room);
  }
  expect(waits.length).toBe(6000 - 4096);
  await Promise.all(waits);
  await journal.flush();
  expect((await memory.journal.tail(10_000)).map(({ target }) => target)).toEqual(Array.from({ length: 6000 }, (_, at) => String(at)));
});

test("while the store fails new work is refused; afterwards nothing is missing", async () => {
  const errors: unknown[] = [];
  const state = watched(createMemoryStore());
  const journal = journalOn(state.store, { onError: (error) => errors.push(error) });
  state.fail = true;
  const rejected = await journal.append(entry("a")).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: "STORE_FAILED", message: expect.not.stringContaining("/some/path") });
  expect(() => journal.requireWritable()).toThrow(expect.objectContaining({ code: "STORE_FAILED" }));
  journal.enqueue(entry("b"));
  expect(errors).toHaveLength(1);
  state.fail = false;
  await journal.flush();
  journal.requireWritable();
  await journal.append(entry("c"));
  expect((await journal.tail(10)).map(({ target }) => target)).toEqual(["a", "b", "c"]);
});

test("close writes what is waiting", async () => {
  const memory = createMemoryStore();
  const journal = journalOn(memory.journal);
  journal.enqueue(entry("a"));
  await journal.close();
  expect(await memory.journal.tail(5)).toHaveLength(1);
  expect(() => journal.enqueue(entry("b"))).toThrow(expect.objectContaining({ code: "STORE_FAILED" }));
});

test("secrets are masked by their plugin", async () => {
  const journal = journalOn(createMemoryStore().journal, { mask: (plugin, text) => text.replaceAll(`${plugin}-key`, "[secret]") });
  await journal.append(entry("notes-key.example.dev"));
  expect(await journal.tail(1)).toMatchObject([{ target: "[secret].example.dev" }]);
});

test("what is no entry is refused", async () => {
  const journal = journalOn(createMemoryStore().journal);
  await expect(journal.appendForeign({ ...entry("a"), outcome: "fine" as "ok" })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  const withPath: JournalEntry = Object.assign(entry("a"), { path: "/x" });
  await expect(journal.appendForeign(withPath)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  await journal.appendForeign(entry("a"));
  expect(await journal.tail(5)).toHaveLength(1);
});

test("it rotates by number and by age", async () => {
  const memory = createMemoryStore();
  const journal = journalOn(memory.journal, { keepRecords: 100, keepDays: 1 });
  await journal.append(entry("old", { time: Date.now() - 2 * 86_400_000 }));
  for (let round = 0; round < 35; round++) {
    for (let at = 0; at < 10; at++) journal.enqueue(entry(`${round}`));
    await journal.flush();
  }
  await journal.close();
  const records = await memory.journal.tail(1000);
  expect(records.length).toBeLessThanOrEqual(110);
  expect(records.length).toBeGreaterThanOrEqual(100);
  expect(records.at(-1)?.seq).toBe(351);
});

test("an export has every record as one line", async () => {
  const journal = journalOn(createMemoryStore().journal);
  for (let at = 0; at < 1500; at++) journal.enqueue(entry("x\n", { plugin: at % 2 === 0 ? "a" : "b" }));
  const lines: string[] = [];
  for await (const line of journal.exportJsonLines({ filter: { plugin: "a" } })) lines.push(line);
  expect(lines).toHaveLength(750);
  const records = lines.map((line) => JSON.parse(line) as JournalRecord);
  expect(records.map(({ seq }) => seq)).toEqual(Array.from({ length: 750 }, (_, at) => 2 * at + 1));
  expect(lines.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
});
