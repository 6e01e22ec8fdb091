import type { CallMethod, CallParams, CallResult, JsonObject, JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import { isHostError } from "../error/host-error.ts";
import type { EmdashCollection, EmdashContext, EmdashQuery } from "./emdash-types.ts";

/** Documents that are asked for at a time: the most that one call takes. */
const BATCH = 100;
/** Documents of a page where nothing is said, and at most. */
const USUAL_PAGE = 50;
const MOST_PAGE = 1000;

type StorageMethod = Extract<CallMethod, `storage/${string}`>;

/** `ctx.storage` over `storage/*`: a collection by any name, since the host says which are the plugin's. */
export function storageAccess(ctx: PluginContext): EmdashContext["storage"] {
  return new Proxy<Record<string, EmdashCollection>>(Object.create(null) as Record<string, EmdashCollection>, {
    get: (_target, name) => (typeof name === "string" && name !== "then" ? collectionAccess(ctx, name) : undefined),
  });
}

function collectionAccess(ctx: PluginContext, collection: string): EmdashCollection {
  const call = <Method extends StorageMethod>(method: Method, params: Omit<CallParams<Method>, "collection">): Promise<CallResult<Method>> => storageCall(ctx, method, { collection, ...params } as unknown as JsonObject) as Promise<CallResult<Method>>;
  const get = async (id: string): Promise<JsonObject | null> => (await call("storage/get", { id })).data;
  return {
    get,
    put: async (id, data) => void (await call("storage/put", { id, data: data as JsonObject })),
    delete: async (id) => (await call("storage/delete", { id })).deleted,
    exists: async (id) => (await get(id)) !== null,
    getMany: async (ids) => {
      const found = new Map<string, JsonObject>();
      for (const some of batches(ids)) for (const { id, data } of (await call("storage/getMany", { ids: some })).items) found.set(id, data);
      return found;
    },
    // One call, so that it is whole or not at all: a longer list is the host's to refuse.
    putMany: async (items) => void (await call("storage/putMany", { items: items as CallParams<"storage/putMany">["items"] })),
    deleteMany: async (ids) => {
      let deleted = 0;
      for (const some of batches(ids)) deleted += (await call("storage/deleteMany", { ids: some })).deleted;
      return deleted;
    },
    query: async (options = {}) => {
      const { items, cursor } = await call("storage/query", queryParams(options));
      return { items, hasMore: cursor !== undefined, ...(cursor !== undefined && { cursor }) };
    },
    count: async (where) => (await call("storage/count", where === undefined ? {} : { where: where as NonNullable<CallParams<"storage/count">["where"]> })).count,
  };
}

/** Refusals are put into EmDash's words, which plugins look for. */
async function storageCall(ctx: PluginContext, method: StorageMethod, params: JsonObject): Promise<JsonValue> {
  try {
    return await ctx.call(method, params);
  } catch (error) {
    if (!isHostError(error, "PERMISSION_DENIED")) throw error;
    throw new Error(`Storage collection not declared: ${String(params["collection"])}`, { cause: error });
  }
}

function queryParams({ where, orderBy, limit = USUAL_PAGE, cursor }: EmdashQuery): Omit<CallParams<"storage/query">, "collection"> {
  const [order, second] = Object.entries(orderBy ?? {});
  if (second !== undefined) throw new Error("A query is ordered by one field.");
  return {
    limit: Math.min(Math.max(Math.trunc(limit), 1), MOST_PAGE),
    ...(where !== undefined && { where: where as NonNullable<CallParams<"storage/query">["where"]> }),
    ...(order !== undefined && { orderBy: { field: order[0], direction: order[1] } }),
    ...(cursor !== undefined && { cursor }),
  };
}

function batches<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) => items.slice(at * BATCH, (at + 1) * BATCH));
}
