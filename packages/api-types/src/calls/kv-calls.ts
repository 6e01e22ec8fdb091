import { z } from "zod";
import { type JsonValue, jsonValueSchema } from "../json/json-value.ts";
import { type CallDefinition, defineCall } from "./call-definition.ts";

/** Names one key. */
export interface KvKeyParams {
  /** 1 to 512 characters. */
  readonly key: string;
}
/** Answer of `kv/get`. */
export interface KvGetResult {
  readonly found: boolean;
  /** The stored value; null where nothing is stored. */
  readonly value: JsonValue;
}
/** Parameters of `kv/set`. */
export interface KvSetParams extends KvKeyParams {
  readonly value: JsonValue;
}
/** Answer of `kv/delete`. */
export interface KvDeleteResult {
  /** False where nothing was stored. */
  readonly deleted: boolean;
}
/** Parameters of `kv/list`. */
export interface KvListParams {
  /** Only keys that start with it. */
  readonly prefix?: string;
  /** 1 to 1000; default 100. */
  readonly limit?: number;
  /** Where an earlier answer said it ended. */
  readonly cursor?: string;
}
/** Answer of `kv/list`: entries by ascending key; `cursor` is there while more follow. */
export interface KvListResult {
  readonly entries: readonly { readonly key: string; readonly value: JsonValue }[];
  readonly cursor?: string;
}
/** The answer of calls that have nothing to say. */
export type EmptyResult = Readonly<Record<string, never>>;

const key = z.string().min(1).max(512);
const emptyResult = z.strictObject({}) as z.ZodType<EmptyResult>;
const common = { needs: { kind: "basic" }, limits: ["storageBytes"], target: "none", errors: ["STORE_FAILED"] } as const;

/** `kv/get` */
export const kvGet: CallDefinition<KvKeyParams, KvGetResult> = defineCall({
  ...common,
  method: "kv/get",
  summary: "Reads one value of the plugin's own store.",
  params: z.strictObject({ key }),
  result: z.strictObject({ found: z.boolean(), value: jsonValueSchema }),
  writes: false,
  example: { key: "last-run" },
});

/** `kv/set` */
export const kvSet: CallDefinition<KvSetParams, EmptyResult> = defineCall({
  ...common,
  method: "kv/set",
  summary: "Stores one value; durable when answered.",
  params: z.strictObject({ key, value: jsonValueSchema }),
  result: emptyResult,
  writes: true,
  example: { key: "last-run", value: 1 },
});

/** `kv/delete` */
export const kvDelete: CallDefinition<KvKeyParams, KvDeleteResult> = defineCall({
  ...common,
  method: "kv/delete",
  summary: "Deletes one value.",
  params: z.strictObject({ key }),
  result: z.strictObject({ deleted: z.boolean() }),
  writes: true,
  example: { key: "last-run" },
});

/** `kv/list` */
export const kvList: CallDefinition<KvListParams, KvListResult> = defineCall({
  ...common,
  method: "kv/list",
  summary: "Lists stored values by key.",
  params: z.strictObject({ prefix: z.string().max(512).exactOptional(), limit: z.int().min(1).max(1000).exactOptional(), cursor: z.string().max(1024).exactOptional() }) as z.ZodType<KvListParams>,
  result: z.strictObject({ entries: z.array(z.strictObject({ key: z.string(), value: jsonValueSchema })), cursor: z.string().exactOptional() }) as z.ZodType<KvListResult>,
  writes: false,
  example: { prefix: "last-" },
});
