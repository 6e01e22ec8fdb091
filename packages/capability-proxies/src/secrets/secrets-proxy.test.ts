import { expect, test } from "vitest";
import { ProxyRig } from "../testing/proxy-rig.ts";

test("a secret is read for its plugin and organisation alone", async () => {
  await using rig = new ProxyRig();
  await rig.store.secrets.set({ pluginId: "sample", org: "acme" }, "token", "s3cret");
  expect(await rig.call("secrets/get", { name: "token" }, { instance: rig.newInstance("2", "sample", "acme") })).toEqual({ value: "s3cret" });
  expect(await rig.failure("secrets/get", { name: "token" })).toMatchObject({ code: "SECRET_NOT_SET", details: { target: "token" } });
  expect(await rig.failure("secrets/get", { name: "token" }, { instance: rig.newInstance("3", "another", "acme") })).toMatchObject({ code: "SECRET_NOT_SET" });
});

test("an empty secret is set", async () => {
  await using rig = new ProxyRig();
  await rig.store.secrets.set({ pluginId: "sample" }, "token", "");
  expect(await rig.call("secrets/get", { name: "token" })).toEqual({ value: "" });
});

test("a store that breaks says nothing of the value", async () => {
  await using rig = new ProxyRig();
  rig.store.secrets.get = () => Promise.reject(new Error("cannot decrypt s3cret"));
  const error = await rig.failure("secrets/get", { name: "token" });
  expect([error.code, error.message.includes("s3cret")]).toEqual(["STORE_FAILED", false]);
});
