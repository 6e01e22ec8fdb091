import { AmbitError, type JsonObject, type JsonValue } from "@ambit/api-types";
import type { Service } from "./service.ts";

type StorageMethod = "storage/get" | "storage/put" | "storage/delete" | "storage/query" | "storage/count" | "storage/getMany" | "storage/putMany" | "storage/deleteMany";

/** Documents by `collection/id`; a collection's name holds no slash. */
export type DocumentMap = Map<string, JsonObject>;

/** The `storage/*` calls over a map: bounds are equal values, and the order is that of ids. What a query finds is the stores' conformance, not a backend's. */
export function storageServices(documents: DocumentMap): Readonly<Record<StorageMethod, Service>> {
  const key = (collection: JsonValue | undefined, id: JsonValue | undefined): string => `${String(collection)}/${String(id)}`;
  const remove = (collection: JsonValue | undefined, ids: readonly JsonValue[]): number => ids.filter((id) => documents.delete(key(collection, id))).length;
  return {
    "storage/get": ({ collection, id }) => ({ found: documents.has(key(collection, id)), data: documents.get(key(collection, id)) ?? null }),
    "storage/getMany": ({ collection, ids }) => ({ items: listOf(ids).flatMap((id) => (documents.has(key(collection, id)) ? [{ id, data: documents.get(key(collection, id)) ?? {} }] : [])) }),
    "storage/put": ({ collection, id, data }) => {
      documents.set(key(collection, id), data as JsonObject);
      return {};
    },
    "storage/putMany": ({ collection, items }) => {
      for (const item of listOf(items) as readonly JsonObject[]) documents.set(key(collection, item["id"]), item["data"] as JsonObject);
      return {};
    },
    "storage/delete": ({ collection, id }) => ({ deleted: remove(collection, [id ?? null]) === 1 }),
    "storage/deleteMany": ({ collection, ids }) => ({ deleted: remove(collection, listOf(ids)) }),
    "storage/query": ({ collection, where, limit, cursor }) => {
      const found = matching(documents, String(collection), where).filter(({ id }) => id > String(cursor ?? ""));
      const items = found.slice(0, Number(limit ?? 50));
      const last = items.at(-1);
      return { items, ...(items.length < found.length && last !== undefined && { cursor: last.id }) };
    },
    "storage/count": ({ collection, where }) => ({ count: matching(documents, String(collection), where).length }),
  };
}

interface Document {
  readonly id: string;
  readonly data: JsonObject;
}

function matching(documents: DocumentMap, collection: string, where: JsonValue | undefined): (Document & JsonObject)[] {
  const bounds = Object.entries((where ?? {}) as JsonObject);
  if (bounds.some(([, value]) => typeof value === "object" && value !== null)) throw new AmbitError("INVALID_PARAMS", "The conformance suite's host compares equal values alone.");
  return [...documents]
    .filter(([key, data]) => key.startsWith(`${collection}/`) && bounds.every(([field, value]) => data[field] === value))
    .map(([key, data]) => ({ id: key.slice(collection.length + 1), data }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
