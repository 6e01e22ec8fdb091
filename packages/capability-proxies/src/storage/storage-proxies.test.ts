import { describe, expect, test } from "vitest";
import { ProxyRig } from "../testing/proxy-rig.ts";

const storage = { notes: { indexes: ["stars"] } };
const note = (id: string, stars = 1) => ({ id, data: { stars } });

describe("storage", () => {
  test("documents are put, got, found, counted and deleted, one or many at once", async () => {
    await using rig = new ProxyRig({ storage });
    expect(await rig.call("storage/put", { collection: "notes", ...note("a", 3) })).toEqual({});
    expect(await rig.call("storage/putMany", { collection: "notes", items: [note("b"), note("c")] })).toEqual({});
    expect(await rig.call("storage/get", { collection: "notes", id: "a" })).toEqual({ found: true, data: { stars: 3 } });
    expect(await rig.call("storage/get", { collection: "notes", id: "x" })).toEqual({ found: false, data: null });
    expect(await rig.call("storage/getMany", { collection: "notes", ids: ["c", "x", "a"] })).toEqual({ items: [note("c"), note("a", 3)] });
    expect(await rig.call("storage/count", { collection: "notes", where: { stars: 1 } })).toEqual({ count: 2 });
    expect(await rig.call("storage/delete", { collection: "notes", id: "a" })).toEqual({ deleted: true });
    expect(await rig.call("storage/delete", { collection: "notes", id: "a" })).toEqual({ deleted: false });
    expect(await rig.call("storage/deleteMany", { collection: "notes", ids: ["b", "x"] })).toEqual({ deleted: 1 });
  });

  test("a query goes on at its cursor; 50 documents where no number is asked", async () => {
    await using rig = new ProxyRig({ storage });
    const items = Array.from({ length: 60 }, (_, at) => note(`n${String(at).padStart(2, "0")}`));
    await rig.call("storage/putMany", { collection: "notes", items });
    const first = await rig.call("storage/query", { collection: "notes" });
    expect(first.items).toHaveLength(50);
    const rest = await rig.call("storage/query", { collection: "notes", where: { stars: 1 }, ...(first.cursor !== undefined && { cursor: first.cursor }) });
    expect([...first.items, ...rest.items]).toEqual(items);
    expect(rest.cursor).toBeUndefined();
  });

  test("documents are a plugin's own, and an organisation's, under its quota", async () => {
    await using rig = new ProxyRig({ storage, limits: { storageBytes: 60 } });
    await rig.call("storage/put", { collection: "notes", ...note("a") });
    for (const instance of [rig.newInstance("2", "another"), rig.newInstance("3", "sample", "acme")]) {
      expect(await rig.call("storage/get", { collection: "notes", id: "a" }, { instance })).toMatchObject({ found: false });
    }
    expect(await rig.failure("storage/putMany", { collection: "notes", items: [note("b"), note("c"), note("d")] })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "storageBytes" } });
    expect(await rig.call("storage/count", { collection: "notes" })).toEqual({ count: 1 });
  });

  test("what the policy does not declare is refused here too, and a store that breaks is told in our words", async () => {
    await using rig = new ProxyRig({ storage });
    for (const collection of ["other", "constructor"]) expect(await rig.failure("storage/get", { collection, id: "a" })).toMatchObject({ code: "PERMISSION_DENIED" });
    rig.store.collections.get = () => Promise.reject(new Error("SQLITE_IOERR at /home/someone/ambit.db"));
    expect(await rig.failure("storage/get", { collection: "notes", id: "a" })).toMatchObject({ code: "STORE_FAILED", message: "The host's store failed." });
  });
});
