import { callMethods } from "@ambit/api-types";
import { expect, test } from "vitest";
import { createProxies } from "./create-proxies.ts";
import { MapStore } from "./testing/map-store.ts";
import { ProxyRig } from "./testing/proxy-rig.ts";

test("every call of the table has exactly one proxy, and there is no other", () => {
  const proxies = createProxies({ store: new MapStore(), mountOf: () => undefined });
  expect(proxies.map((proxy) => proxy.method).sort()).toEqual([...callMethods].sort());
});

test("a trusted certificate that is none is said at once", () => {
  expect(() => createProxies({ store: new MapStore(), mountOf: () => undefined, trustedCertificates: ["-----BEGIN CERTIFICATE-----\nno\n-----END CERTIFICATE-----"] })).toThrow("trustedCertificates[0] is not a certificate in PEM form.");
});

test("an instance that is over gets nothing done, and releasing it twice or unknown is fine", async () => {
  await using rig = new ProxyRig();
  const signal = AbortSignal.abort();
  for (const proxy of rig.proxies) {
    await expect(proxy.run({ params: {}, grant: { kind: "basic" }, instance: rig.instance, signal })).rejects.toMatchObject({ code: "CALL_CANCELLED" });
  }
  await rig.release("never seen");
  await rig.release();
});

test("a grant of the wrong kind is the host's own fault, and nothing is touched", async () => {
  await using rig = new ProxyRig();
  const grant = { kind: "basic" } as const;
  expect(await rig.failure("net/fetch", { url: "http://127.0.0.1/" }, { grant })).toMatchObject({ code: "INTERNAL_ERROR" });
  expect(await rig.failure("fs/read", { root: "temp", path: "a" }, { grant })).toMatchObject({ code: "INTERNAL_ERROR" });
});
