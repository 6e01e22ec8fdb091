import { z } from "zod";
import type { DataEncoding } from "./file-calls.ts";
import type { HeaderPair, NetFetchParams } from "./network-calls.ts";

/** How bytes stand in JSON. */
export const dataEncoding: z.ZodType<DataEncoding> = z.enum(["utf8", "base64"]);

/** A URL, before it is judged. */
export const urlField: z.ZodType<string> = z.string().min(1).max(65_536);

const pair = z.tuple([z.string().max(256), z.string().max(65_536)]);

/** Request headers: at most 100. What they may be is judged. */
export const headersField: z.ZodType<readonly HeaderPair[]> = z.array(pair).max(100);

/** The fields that say what an HTTP request is; each call that makes one has them. */
export const requestFields: Readonly<Record<keyof Omit<NetFetchParams, "encoding" | "stream">, z.ZodType>> = {
  url: urlField,
  method: z.string().min(1).max(32).exactOptional(),
  headers: headersField.exactOptional(),
  body: z.string().exactOptional(),
  bodyEncoding: dataEncoding.exactOptional(),
};

/** Response headers. */
export const answerHeaders: z.ZodType<readonly HeaderPair[]> = z.array(z.tuple([z.string(), z.string()]));
