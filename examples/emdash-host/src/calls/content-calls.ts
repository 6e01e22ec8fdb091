import { type CapabilityCall, defineCapabilityCall, jsonObjectSchema } from "@ambit/api-types";
import { z } from "zod";
import { contentItemSchema, idSchema, listPageSchema, nameSchema } from "../shapes.ts";
import type { ContentStore } from "../site/content-store.ts";

/** Most entries of one batch. */
const BATCH = 100;
const entry = z.strictObject({ collection: nameSchema, id: idSchema });
const locale = z.string().max(35).exactOptional();
const exampleEntry = { collection: "posts", id: "p1" };
const orderBy = z.record(z.string(), z.enum(["asc", "desc"])).refine((order) => Object.keys(order).length <= 1, "must order by one field");

/** The calls of `content:read`. */
export function contentReadCalls(content: ContentStore): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "content/get",
      summary: "Reads one entry; null where there is none.",
      params: entry,
      result: contentItemSchema.nullable(),
      writes: false,
      example: exampleEntry,
      run: ({ collection, id }) => content.get(collection, id),
    }),
    defineCapabilityCall({
      method: "content/list",
      summary: "Lists a collection, page by page.",
      params: z.strictObject({ collection: nameSchema, limit: z.number().exactOptional(), cursor: idSchema.exactOptional(), orderBy: orderBy.exactOptional(), where: z.strictObject({ status: z.string().exactOptional(), locale }).exactOptional() }),
      result: listPageSchema(contentItemSchema),
      writes: false,
      example: { collection: "posts", limit: 10, where: { status: "published" } },
      run: ({ collection, ...query }) => content.list(collection, query),
    }),
  ];
}

/** The calls of `content:write`. Batches are done whole or not at all. */
export function contentWriteCalls(content: ContentStore): readonly CapabilityCall[] {
  return [...singleWrites(content), ...batchWrites(content)];
}

function singleWrites(content: ContentStore): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "content/create",
      summary: "Makes an entry.",
      params: z.strictObject({ collection: nameSchema, data: jsonObjectSchema, options: z.strictObject({ locale }).exactOptional() }),
      result: contentItemSchema,
      writes: true,
      example: { collection: "posts", data: { title: "Hello" } },
      run: ({ collection, data, options }) => content.create(collection, data, options),
    }),
    defineCapabilityCall({
      method: "content/update",
      summary: "Changes the given fields of an entry.",
      params: z.strictObject({ collection: nameSchema, id: idSchema, data: jsonObjectSchema }),
      result: contentItemSchema,
      writes: true,
      example: { ...exampleEntry, data: { title: "Hello again" } },
      run: ({ collection, id, data }) => content.update(collection, id, data),
    }),
    defineCapabilityCall({
      method: "content/delete",
      summary: "Deletes an entry; tells whether there was one.",
      params: entry,
      result: z.boolean(),
      writes: true,
      example: exampleEntry,
      run: ({ collection, id }) => content.delete(collection, id),
    }),
  ];
}

function batchWrites(content: ContentStore): readonly CapabilityCall[] {
  return [
    defineCapabilityCall({
      method: "content/createMany",
      summary: "Makes several entries.",
      params: z.strictObject({ collection: nameSchema, items: z.array(jsonObjectSchema).max(BATCH) }),
      result: z.array(contentItemSchema),
      writes: true,
      example: { collection: "posts", items: [{ title: "Hello" }] },
      run: ({ collection, items }) => content.whole(collection, () => items.map((data) => content.create(collection, data))),
    }),
    defineCapabilityCall({
      method: "content/updateMany",
      summary: "Changes several entries.",
      params: z.strictObject({ collection: nameSchema, items: z.array(z.strictObject({ id: idSchema, data: jsonObjectSchema })).max(BATCH) }),
      result: z.array(contentItemSchema),
      writes: true,
      example: { collection: "posts", items: [{ id: "p1", data: { title: "Hello again" } }] },
      run: ({ collection, items }) => content.whole(collection, () => items.map(({ id, data }) => content.update(collection, id, data))),
    }),
    defineCapabilityCall({
      method: "content/deleteMany",
      summary: "Deletes several entries; tells how many there were.",
      params: z.strictObject({ collection: nameSchema, ids: z.array(idSchema).max(BATCH) }),
      result: z.number(),
      writes: true,
      example: { collection: "posts", ids: ["p1"] },
      run: ({ collection, ids }) => ids.filter((id) => content.delete(collection, id)).length,
    }),
  ];
}
