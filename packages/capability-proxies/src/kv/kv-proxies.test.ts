import { describe, expect, test } from "vitest";
import { ProxyRig } from "../testing/proxy-rig.ts";

describe("kv", () => {
  test("what was set is got, listed by key and prefix, and deleted", async () => {
    await using rig = new ProxyRig();
    for (const [key, value] of [["b", { deep: [1, null] }], ["a:2", false], ["a:1", null]] as const) expect(await rig.call("kv/set", { key, value })).toEqual({});
    expect(await rig.call("kv/get", { key: "b" })).toEqual({ found: true, value: { deep: [1, null] } });
    expect(await rig.call("kv/get", { key: "a:1" })).toEqual({ found: true, value: null });
    expect(await rig.call("kv/get", { key: "c" })).toEqual({ found: false, value: null });
    expect(await rig.call("kv/list", { prefix: "a:" })).toEqual({ entries: [{ key: "a:1", value: null }, { key: "a:2", value: false }] });
    expect(await rig.call("kv/delete", { key: "b" })).toEqual({ deleted: true });
    expect(await rig.call("kv/delete", { key: "b" })).toEqual({ deleted: false });
  });

  test("a listing goes on at its cursor; 100 entries where no number is asked", async () => {
    await using rig = new ProxyRig();
    const keys = Array.from({ length: 150 }, (_, index) => `k${String(index).padStart(3, "0")}`);
    for (const key of keys) await rig.call("kv/set", { key, value: 1 });
    const first = await rig.call("kv/list", {});
    expect(first.entries).toHaveLength(100);
    const rest = await rig.call("kv/list", { ...(first.cursor !== undefined && { cursor: first.cursor }), limit: 1000 });
    expect([...first.entries, ...rest.entries].map((entry) => entry.key)).toEqual(keys);
    expect(rest.cursor).toBeUndefined();
  });

  test("values are a plugin's own, and an organisation's", async () => {
    await using rig = new ProxyRig();
    const others = [rig.newInstance("2", "another"), rig.newInstance("3", "sample", "acme"), rig.newInstance("4", "sample", "other")];
    await rig.call("kv/set", { key: "k", value: "mine" });
    for (const instance of others) expect(await rig.call("kv/get", { key: "k" }, { instance })).toMatchObject({ found: false });
    expect(await rig.call("kv/get", { key: "k" }, { instance: rig.newInstance("5") })).toEqual({ found: true, value: "mine" });
  });

  test("the plugin's quota holds", async () => {
    await using rig = new ProxyRig({ limits: { storageBytes: 20 } });
    await rig.call("kv/set", { key: "k", value: "0123456789" });
    expect(await rig.failure("kv/set", { key: "l", value: "0123456789" })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "storageBytes" } });
  });

  test("a store that breaks is told in our words", async () => {
    await using rig = new ProxyRig();
    rig.store.kv.get = () => Promise.reject(new Error("SQLITE_IOERR at /home/someone/ambit.db"));
    const error = await rig.failure("kv/get", { key: "k" });
    expect(error).toMatchObject({ code: "STORE_FAILED", message: "The host's store failed." });
  });
});
