import assert from "node:assert/strict";
import type { JournalEntry, JournalStore } from "@ambit/api-types";
import { secondStore, type StoreCase, storeCases } from "./store-case.ts";

function entry(target: string, more: Partial<JournalEntry> = {}): JournalEntry {
  return { time: 1000, plugin: "notes", version: "1.0.0", instance: "i1", backend: "js", method: "net/fetch", target, outcome: "ok", ms: 1.5, ...more };
}

async function targets(journal: JournalStore): Promise<string[]> {
  return (await journal.read({ after: 0, limit: 1000 })).map(({ target }) => target);
}

/** What a journal's ground must keep. */
export const journalCases: readonly StoreCase[] = storeCases("journal", {
  "records come back whole, in order, numbered from 1": async (context) => {
    const full = entry("a", { org: "o", outcome: "refused", code: "PERMISSION_DENIED", bytesIn: 1, bytesOut: 2, args: ["git", "\u0000"], note: "killed" });
    assert.equal(await context.store.journal.append([full, entry("b")]), 2);
    assert.equal(await context.store.journal.append([entry("c")]), 3);
    const store = await secondStore(context);
    assert.deepEqual(await store.journal.read({ after: 0, limit: 10 }), [{ ...full, seq: 1 }, { ...entry("b"), seq: 2 }, { ...entry("c"), seq: 3 }]);
  },
  "read goes on after a number, up to its limit": async ({ store }) => {
    await store.journal.append(["a", "b", "c", "d"].map((target) => entry(target)));
    assert.deepEqual((await store.journal.read({ after: 1, limit: 2 })).map(({ seq }) => seq), [2, 3]);
    assert.deepEqual(await store.journal.read({ after: 4, limit: 2 }), []);
    assert.deepEqual(await store.journal.read({ after: 0, limit: 0 }), []);
  },
  "filters hold together, and the limit counts what they let through": async ({ store }) => {
    await store.journal.append([entry("a"), entry("b", { plugin: "x" }), entry("c", { outcome: "refused" }), entry("d", { method: "kv/get" }), entry("e")]);
    const found = async (filter: object): Promise<string[]> => (await store.journal.read({ after: 0, limit: 2, filter })).map(({ target }) => target);
    assert.deepEqual(await found({ plugin: "notes" }), ["a", "c"]);
    assert.deepEqual(await found({ outcome: "refused" }), ["c"]);
    assert.deepEqual(await found({ method: "net/fetch", outcome: "ok", plugin: "notes" }), ["a", "e"]);
    assert.deepEqual(await found({ plugin: "nobody" }), []);
  },
  "tail gives the last ones, ascending": async ({ store }) => {
    await store.journal.append(["a", "b", "c"].map((target) => entry(target, { plugin: target === "c" ? "x" : "notes" })));
    assert.deepEqual((await store.journal.tail(2)).map(({ seq }) => seq), [2, 3]);
    assert.deepEqual((await store.journal.tail(1, { plugin: "notes" })).map(({ target }) => target), ["b"]);
    assert.deepEqual(await store.journal.tail(0), []);
  },
  "appends at once keep each batch together": async ({ store }) => {
    await Promise.all(Array.from({ length: 10 }, (_, batch) => store.journal.append([entry(`${batch}a`), entry(`${batch}b`), entry(`${batch}c`)])));
    const found = await targets(store.journal);
    assert.equal(found.length, 30);
    for (let at = 0; at < 30; at += 3) assert.deepEqual(found.slice(at, at + 3), ["a", "b", "c"].map((part) => `${found[at]?.[0]}${part}`));
  },
  "stores on one ground number one after the other": async (context) => {
    const { store } = context;
    const other = await secondStore(context);
    for (let round = 0; round < 5; round++) {
      await store.journal.append([entry("a"), entry("a")]);
      await other.journal.append([entry("b")]);
    }
    const records = await store.journal.read({ after: 0, limit: 100 });
    assert.deepEqual(records.map(({ seq }) => seq), Array.from({ length: 15 }, (_, at) => at + 1));
  },
  "prune drops the oldest beyond a number": async ({ store }) => {
    await store.journal.append(["a", "b", "c", "d"].map((target) => entry(target)));
    assert.equal(await store.journal.prune({ keepRecords: 2, before: 0 }), 2);
    assert.deepEqual(await targets(store.journal), ["c", "d"]);
    assert.equal(await store.journal.prune({ keepRecords: 2, before: 0 }), 0);
  },
  "prune drops what is older than a time": async ({ store }) => {
    await store.journal.append([entry("a", { time: 10 }), entry("b", { time: 20 }), entry("c", { time: 5 })]);
    assert.equal(await store.journal.prune({ keepRecords: 100, before: 20 }), 2);
    assert.deepEqual(await targets(store.journal), ["b"]);
  },
  "a number is never given twice": async (context) => {
    await context.store.journal.append([entry("a"), entry("b")]);
    assert.equal(await context.store.journal.prune({ keepRecords: 0, before: 0 }), 2);
    assert.deepEqual(await targets(context.store.journal), []);
    const store = await secondStore(context);
    assert.equal(await store.journal.append([entry("c")]), 3);
    assert.deepEqual((await store.journal.tail(5)).map(({ seq }) => seq), [3]);
  },
});
