import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runStoreConformance } from "@ambit/conformance-suite";
import { expect, onTestFinished, test } from "vitest";
import { createSqliteStore } from "./create-sqlite-store.ts";

runStoreConformance(
  "sqlite",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "ambit-store-"));
    const file = join(folder, "host.db");
    return { store: createSqliteStore(file), reopen: async () => createSqliteStore(file), dispose: () => rm(folder, { recursive: true }) };
  },
  { test },
);

async function freshFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ambit-store-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "host.db");
}

test("the file is its owner's alone", async () => {
  const file = await freshFile();
  const store = createSqliteStore(file);
  await store.secrets.set({ pluginId: "notes" }, "token", "x");
  for (const name of [file, `${file}-wal`]) expect((await stat(name)).mode & 0o077).toBe(0);
  await store.close();
  await store.close();
});

test("a store of a newer version is left alone", async () => {
  const file = await freshFile();
  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => createSqliteStore(file)).toThrow(expect.objectContaining({ code: "STORE_FAILED", message: expect.stringContaining("99") }));
});

test("what is no database, and what is closed, fails without a path", async () => {
  const file = await freshFile();
  const store = createSqliteStore(file);
  await store.close();
  const error = await store.kv.get({ pluginId: "notes" }, "a").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "STORE_FAILED", message: expect.not.stringContaining(file) });
  expect(() => createSqliteStore(join(file, "below"))).toThrow(expect.objectContaining({ code: "STORE_FAILED", message: expect.not.stringContaining(file) }));
});

test("one in memory makes no file", async () => {
  const store = createSqliteStore(":memory:");
  await store.kv.set({ pluginId: "notes" }, "a", 1, 100);
  expect(await store.kv.get({ pluginId: "notes" }, "a")).toBe(1);
  await store.close();
  await expect(stat(":memory:")).rejects.toThrow(/ENOENT/);
});
