import { AmbitError, type CapabilityProxy, type CollectionQuery, type CollectionRef, type HostStore, type ProxyInstance } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { fromStore } from "../proxy/from-store.ts";
import { scopeOf } from "../proxy/store-scope.ts";

/** Documents of a page where the guest asks for no number. */
const defaultQueryLimit = 50;

/** The proxies of `storage/*`: the plugin's declared collections in the host's store, under its quota. */
export function storageProxies(store: HostStore["collections"]): readonly CapabilityProxy[] {
  return [
    defineProxy("storage/get", async ({ collection, id }, { instance }) => {
      const data = await fromStore(() => store.get(refOf(instance, collection), id));
      return { result: { found: data !== undefined, data: data ?? null } };
    }),
    defineProxy("storage/getMany", async ({ collection, ids }, { instance }) => ({ result: { items: await fromStore(() => store.getMany(refOf(instance, collection), ids)) } })),
    defineProxy("storage/put", async ({ collection, id, data }, { instance }) => {
      await fromStore(() => store.putMany(refOf(instance, collection), [{ id, data }], quotaOf(instance)));
      return { result: {} };
    }),
    defineProxy("storage/putMany", async ({ collection, items }, { instance }) => {
      await fromStore(() => store.putMany(refOf(instance, collection), items, quotaOf(instance)));
      return { result: {} };
    }),
    defineProxy("storage/delete", async ({ collection, id }, { instance }) => {
      const deleted = await fromStore(() => store.deleteMany(refOf(instance, collection), [id]));
      return { result: { deleted: deleted > 0 } };
    }),
    defineProxy("storage/deleteMany", async ({ collection, ids }, { instance }) => ({ result: { deleted: await fromStore(() => store.deleteMany(refOf(instance, collection), ids)) } })),
    defineProxy("storage/query", async ({ collection, limit = defaultQueryLimit, ...bounds }, { instance }) => {
      // Absent keys stay absent: the schema has made the parameters.
      const query = { ...bounds, limit } as CollectionQuery;
      const page = await fromStore(() => store.query(refOf(instance, collection), query));
      return { result: { items: page.items, ...(page.cursor !== undefined && { cursor: page.cursor }) } };
    }),
    defineProxy("storage/count", async ({ collection, where }, { instance }) => ({ result: { count: await fromStore(() => store.count(refOf(instance, collection), where)) } })),
  ];
}

function quotaOf(instance: ProxyInstance): number {
  return instance.policy.limits.storageBytes;
}

/** The collection with its declaration: the one that the person agreed to. */
function refOf(instance: ProxyInstance, name: string): CollectionRef {
  const declared = instance.policy.storage;
  const declaration = Object.hasOwn(declared, name) ? declared[name] : undefined;
  // The judge lets no other pass.
  if (declaration === undefined) throw new AmbitError("PERMISSION_DENIED", "The plugin has no collection of this name.");
  return { scope: scopeOf(instance), name, declaration };
}
