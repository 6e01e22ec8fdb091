import { AmbitError, type CapabilityProxy, type CollectionQuery, type CollectionRef, type HostStore, type ProxyInstance, type ProxyRequest } from "@ambit/api-types";
import { defineProxy } from "../proxy/define-proxy.ts";
import { fromStore } from "../proxy/from-store.ts";
import { scopeOf } from "../proxy/store-scope.ts";
import { FairTurns } from "./fair-turns.ts";

/** Documents of a page where the guest asks for no number. */
const defaultQueryLimit = 50;

/** One operation on a collection. */
type Operation<T> = (store: HostStore["collections"], collection: CollectionRef) => Promise<T>;

/** The proxies of `storage/*`: the plugin's declared collections in the host's store, under its quota. */
export function storageProxies(store: HostStore["collections"]): readonly CapabilityProxy[] {
  const turns = new FairTurns();
  const on = <T>(collection: string, request: ProxyRequest, operation: Operation<T>): Promise<T> => {
    const declared = refOf(request.instance, collection);
    return turns.run(request, () => fromStore(() => operation(store, declared)));
  };
  return [
    defineProxy("storage/get", async ({ collection, id }, request) => {
      const data = await on(collection, request, (documents, ref) => documents.get(ref, id));
      return { result: { found: data !== undefined, data: data ?? null } };
    }),
    defineProxy("storage/getMany", async ({ collection, ids }, request) => ({ result: { items: await on(collection, request, (documents, ref) => documents.getMany(ref, ids)) } })),
    defineProxy("storage/put", async ({ collection, id, data }, request) => {
      await on(collection, request, (documents, ref) => documents.putMany(ref, [{ id, data }], quotaOf(request.instance)));
      return { result: {} };
    }),
    defineProxy("storage/putMany", async ({ collection, items }, request) => {
      await on(collection, request, (documents, ref) => documents.putMany(ref, items, quotaOf(request.instance)));
      return { result: {} };
    }),
    defineProxy("storage/delete", async ({ collection, id }, request) => {
      const deleted = await on(collection, request, (documents, ref) => documents.deleteMany(ref, [id]));
      return { result: { deleted: deleted > 0 } };
    }),
    defineProxy("storage/deleteMany", async ({ collection, ids }, request) => ({ result: { deleted: await on(collection, request, (documents, ref) => documents.deleteMany(ref, ids)) } })),
    defineProxy("storage/query", async ({ collection, limit = defaultQueryLimit, ...bounds }, request) => {
      // Absent keys stay absent: the schema has made the parameters.
      const query = { ...bounds, limit } as CollectionQuery;
      const page = await on(collection, request, (documents, ref) => documents.query(ref, query));
      return { result: { items: page.items, ...(page.cursor !== undefined && { cursor: page.cursor }) } };
    }),
    defineProxy("storage/count", async ({ collection, where }, request) => ({ result: { count: await on(collection, request, (documents, ref) => documents.count(ref, where)) } })),
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
