import type { CapabilityProxy, HostStore } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { fromStore } from "../proxy/from-store.ts";
import { scopeOf } from "../proxy/store-scope.ts";

/** Entries of a listing where the guest asks for no number. */
const defaultListLimit = 100;

/** The proxies of `kv/*`: the plugin's own values in the host's store, under its quota. */
export function kvProxies(store: HostStore["kv"]): readonly CapabilityProxy[] {
  return [
    defineProxy("kv/get", async ({ key }, { instance }) => {
      const value = await fromStore(() => store.get(scopeOf(instance), key));
      return { result: { found: value !== undefined, value: value ?? null } };
    }),
    defineProxy("kv/set", async ({ key, value }, { instance }) => {
      const quota = instance.policy.limits.storageBytes;
      await fromStore(() => store.set(scopeOf(instance), key, value, quota));
      return { result: {} };
    }),
    defineProxy("kv/delete", async ({ key }, { instance }) => ({ result: { deleted: await fromStore(() => store.delete(scopeOf(instance), key)) } })),
    defineProxy("kv/list", async ({ prefix = "", limit = defaultListLimit, cursor }, { instance }) => {
      const page = await fromStore(() => store.list(scopeOf(instance), { prefix, limit, ...(cursor !== undefined && { cursor }) }));
      return { result: { entries: page.items, ...(page.cursor !== undefined && { cursor: page.cursor }) } };
    }),
  ];
}
