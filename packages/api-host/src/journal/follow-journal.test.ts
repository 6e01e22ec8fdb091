import type { JournalEntry, JournalRecord } from "@ambit/api-types";
import { expect, onTestFinished, test } from "vitest";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { HostJournal } from "./host-journal.ts";

function entry(target: string, plugin = "notes"): JournalEntry {
  return { time: Date.now(), plugin, version: "1.0.0", instance: "i", backend: "js", method: "kv/get", target, outcome: "ok", ms: 0.1 };
}

function makeJournal(store = createMemoryStore()): HostJournal {
  const journal = new HostJournal({ store: store.journal, mask: (_, text) => text, onError: () => {} });
  onTestFinished(() => journal.close());
  return journal;
}

async function all(records: AsyncIterable<JournalRecord>): Promise<JournalRecord[]> {
  const found: JournalRecord[] = [];
  for await (const record of records) found.push(record);
  return found;
}

async function collect(journal: HostJournal, count: number, options: { readonly after?: number; readonly filter?: { readonly plugin: string } }): Promise<string[]> {
  const controller = new AbortController();
  const targets: string[] = [];
  for await (const { target } of journal.follow({ ...options, signal: controller.signal })) {
    targets.push(target);
    if (targets.length === count) controller.abort();
  }
  return targets;
}

test("it begins where the call was made, not where reading begins", async () => {
  const journal = makeJournal();
  await journal.append(entry("before"));
  const controller = new AbortController();
  const records = journal.follow({ signal: controller.signal });
  await journal.append(entry("after"));
  for await (const record of records) {
    expect(record).toMatchObject({ target: "after", seq: 2 });
    controller.abort();
  }
});

test("nothing is lost or doubled between what was there and what comes", async () => {
  const journal = makeJournal();
  for (let at = 0; at < 1300; at++) journal.enqueue(entry(String(at)));
  const followers = [collect(journal, 4000, { after: 0 }), collect(journal, 4000, { after: 0 })];
  for (let at = 1300; at < 4000; at++) {
    await journal.enqueue(entry(String(at)));
    if (at % 97 === 0) await new Promise(setImmediate);
  }
  const expected = Array.from({ length: 4000 }, (_, at) => String(at));
  for (const follower of followers) expect(await follower).toEqual(expected);
});

test("a filter lets through what it names", async () => {
  const journal = makeJournal();
  const found = collect(journal, 3, { after: 0, filter: { plugin: "a" } });
  for (let at = 0; at < 6; at++) {
    await journal.append(entry(String(at), at % 2 === 0 ? "a" : "b"));
  }
  expect(await found).toEqual(["0", "2", "4"]);
});

test("what another host writes on the same store comes too", async () => {
  const store = createMemoryStore();
  const journal = makeJournal(store);
  const other = makeJournal(store);
  const found = collect(journal, 1, {});
  await other.append(entry("elsewhere"));
  expect(await found).toEqual(["elsewhere"]);
});

test("it ends with its signal, before and while it waits", async () => {
  const journal = makeJournal();
  expect(await all(journal.follow({ signal: AbortSignal.abort() }))).toEqual([]);
  const controller = new AbortController();
  const ended = all(journal.follow({ signal: controller.signal }));
  setImmediate(() => controller.abort());
  expect(await ended).toEqual([]);
});

test("it ends with the journal, after the last record", async () => {
  const journal = makeJournal();
  const found = all(journal.follow({ after: 0, signal: new AbortController().signal }));
  await journal.append(entry("a"));
  await expect.poll(() => journal.tail(1)).toHaveLength(1);
  await new Promise(setImmediate);
  await journal.close();
  expect((await found).map(({ target }) => target)).toEqual(["a"]);
});
