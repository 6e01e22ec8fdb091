import { z } from "zod";
import { STORAGE_BATCH, STORAGE_QUERY_FIELDS, STORAGE_QUERY_ITEMS } from "../limits/fixed-limits.ts";
import { type JsonObject, jsonObjectSchema } from "../json/json-value.ts";
import type { CollectionItem, CollectionQuery } from "../store/host-store.ts";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { EmptyResult, KvDeleteResult } from "./kv-calls.ts";
import { whereField } from "./storage-where.ts";

/** Names a declared collection. */
export interface StorageCollectionParams {
  readonly collection: string;
}
/** Names one document. */
export interface StorageIdParams extends StorageCollectionParams {
  /** 1 to 512 characters. */
  readonly id: string;
}
/** Answer of `storage/get`. */
export interface StorageGetResult {
  readonly found: boolean;
  /** The document; null where there is none. */
  readonly data: JsonObject | null;
}
/** Parameters of `storage/put`. */
export interface StoragePutParams extends StorageIdParams {
  readonly data: JsonObject;
}
/** Names several documents, at most 100. */
export interface StorageIdsParams extends StorageCollectionParams {
  readonly ids: readonly string[];
}
/** Documents with their ids. */
export interface StorageItems {
  readonly items: readonly CollectionItem[];
}
/** Parameters of `storage/putMany`: at most 100 items. */
export interface StoragePutManyParams extends StorageCollectionParams, StorageItems {}
/** Answer of `storage/deleteMany`. */
export interface StorageDeleteManyResult {
  /** How many there were to delete. */
  readonly deleted: number;
}
/** Parameters of `storage/count`. */
export interface StorageCountParams extends StorageCollectionParams {
  /** Bounds by field, at most 8; every field stands in an index of the manifest. */
  readonly where?: CollectionQuery["where"];
}
/** Parameters of `storage/query`. */
export interface StorageQueryParams extends StorageCountParams {
  /** Default: by ascending id. */
  readonly orderBy?: CollectionQuery["orderBy"];
  /** 1 to 1000; default 50. */
  readonly limit?: number;
  /** Where an earlier page of the same query ended. */
  readonly cursor?: string;
}
/** Answer of `storage/query`: `cursor` is there while more follow. */
export interface StorageQueryResult extends StorageItems {
  readonly cursor?: string;
}
/** Answer of `storage/count`. */
export interface StorageCountResult {
  readonly count: number;
}

const collection = z.string().min(1).max(64);
const id = z.string().min(1).max(512);
const ids = z.array(id).max(STORAGE_BATCH);
const item = z.strictObject({ id, data: jsonObjectSchema });
const empty = z.strictObject({}) as z.ZodType<EmptyResult>;
const where = whereField(STORAGE_QUERY_FIELDS);
const orderBy = z.strictObject({ field: z.string().min(1).max(64), direction: z.enum(["asc", "desc"]) });
const common = { needs: { kind: "collections" }, limits: ["storageBytes"], target: "collection", errors: ["PERMISSION_DENIED", "STORE_FAILED"] } as const;
const putting = { ...common, errors: ["PERMISSION_DENIED", "REFUSED", "STORE_FAILED"], writes: true } as const;

/** `storage/get` */
export const storageGet: CallDefinition<StorageIdParams, StorageGetResult> = defineCall({
  ...common,
  method: "storage/get",
  summary: "Reads one document of a declared collection.",
  params: z.strictObject({ collection, id }),
  result: z.strictObject({ found: z.boolean(), data: z.union([jsonObjectSchema, z.null()]) }),
  writes: false,
  example: { collection: "notes", id: "n1" },
});

/** `storage/put` */
export const storagePut: CallDefinition<StoragePutParams, EmptyResult> = defineCall({
  ...putting,
  method: "storage/put",
  summary: "Stores one document, in the place of one with the same id; durable when answered.",
  params: z.strictObject({ collection, id, data: jsonObjectSchema }),
  result: empty,
  example: { collection: "notes", id: "n1", data: { title: "First", stars: 3 } },
});

/** `storage/delete` */
export const storageDelete: CallDefinition<StorageIdParams, KvDeleteResult> = defineCall({
  ...common,
  method: "storage/delete",
  summary: "Deletes one document.",
  params: z.strictObject({ collection, id }),
  result: z.strictObject({ deleted: z.boolean() }),
  writes: true,
  example: { collection: "notes", id: "n1" },
});

/** `storage/query` */
export const storageQuery: CallDefinition<StorageQueryParams, StorageQueryResult> = defineCall({
  ...common,
  method: "storage/query",
  summary: "Finds documents by indexed fields, in order, page by page.",
  params: z.strictObject({
    collection,
    where: where.exactOptional(),
    orderBy: orderBy.exactOptional(),
    limit: z.int().min(1).max(STORAGE_QUERY_ITEMS).exactOptional(),
    cursor: z.string().max(8192).exactOptional(),
  }) as z.ZodType<StorageQueryParams>,
  result: z.strictObject({ items: z.array(item), cursor: z.string().exactOptional() }) as z.ZodType<StorageQueryResult>,
  writes: false,
  example: { collection: "notes", where: { stars: { gte: 3 } }, orderBy: { field: "stars", direction: "desc" }, limit: 10 },
});

/** `storage/count` */
export const storageCount: CallDefinition<StorageCountParams, StorageCountResult> = defineCall({
  ...common,
  method: "storage/count",
  summary: "Counts the documents that a query would find.",
  params: z.strictObject({ collection, where: where.exactOptional() }) as z.ZodType<StorageCountParams>,
  result: z.strictObject({ count: z.int().min(0) }),
  writes: false,
  example: { collection: "notes", where: { stars: 3 } },
});

/** `storage/getMany` */
export const storageGetMany: CallDefinition<StorageIdsParams, StorageItems> = defineCall({
  ...common,
  method: "storage/getMany",
  summary: "Reads several documents; those that are not there are left out.",
  params: z.strictObject({ collection, ids }),
  result: z.strictObject({ items: z.array(item) }),
  writes: false,
  example: { collection: "notes", ids: ["n1", "n2"] },
});

/** `storage/putMany` */
export const storagePutMany: CallDefinition<StoragePutManyParams, EmptyResult> = defineCall({
  ...putting,
  method: "storage/putMany",
  summary: "Stores several documents, all of them or none; durable when answered.",
  params: z.strictObject({ collection, items: z.array(item).max(STORAGE_BATCH) }),
  result: empty,
  example: { collection: "notes", items: [{ id: "n1", data: { title: "First", stars: 3 } }] },
});

/** `storage/deleteMany` */
export const storageDeleteMany: CallDefinition<StorageIdsParams, StorageDeleteManyResult> = defineCall({
  ...common,
  method: "storage/deleteMany",
  summary: "Deletes several documents.",
  params: z.strictObject({ collection, ids }),
  result: z.strictObject({ deleted: z.int().min(0) }),
  writes: true,
  example: { collection: "notes", ids: ["n1", "n2"] },
});
