import { type JsonObject, jsonObjectSchema } from "@ambit/api-types";
import { z } from "zod";

/** One entry of a collection, as plugins see it. */
export interface ContentItem {
  readonly id: string;
  /** The collection. */
  readonly type: string;
  readonly slug: string | null;
  readonly status: string;
  readonly locale: string | null;
  readonly data: JsonObject;
  /** Times are ISO texts in UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

/** One file of the media library. */
export interface MediaItem {
  readonly id: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly size: number | null;
  readonly url: string;
  readonly createdAt: string;
}

/** An account, without what nobody should see of it. */
export interface UserInfo {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: number;
  readonly createdAt: string;
}

/** A mail. */
export interface EmailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** A page of a listing; `cursor` is there while more follow. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string;
  readonly hasMore: boolean;
}

/** Name of a collection or taxonomy. */
export const nameSchema: z.ZodType<string> = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a name of a-z, 0-9 and _");

/** Id of anything. */
export const idSchema: z.ZodType<string> = z.string().min(1).max(200);

/** @see ContentItem */
export const contentItemSchema: z.ZodType<ContentItem> = z.object({
  id: z.string(),
  type: z.string(),
  slug: z.string().nullable(),
  status: z.string(),
  locale: z.string().nullable(),
  data: jsonObjectSchema,
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedAt: z.string().nullable(),
});

/** @see MediaItem */
export const mediaItemSchema: z.ZodType<MediaItem> = z.object({
  id: z.string(),
  filename: z.string(),
  mimeType: z.string(),
  size: z.number().nullable(),
  url: z.string(),
  createdAt: z.string(),
});

/** @see UserInfo */
export const userInfoSchema: z.ZodType<UserInfo> = z.object({ id: z.string(), email: z.string(), name: z.string().nullable(), role: z.number(), createdAt: z.string() });

/** @see EmailMessage */
export const emailMessageSchema: z.ZodType<EmailMessage> = z.strictObject({
  to: z.string().min(3).max(320),
  subject: z.string().max(998),
  text: z.string(),
  html: z.string().exactOptional(),
}) as z.ZodType<EmailMessage>;

/** A page of things of one shape. */
export function listPageSchema<Item>(item: z.ZodType<Item>): z.ZodType<ListPage<Item>> {
  return z.object({ items: z.array(item), cursor: z.string().exactOptional(), hasMore: z.boolean() }) as z.ZodType<ListPage<Item>>;
}
