import { z } from "zod";
import type { DataEncoding } from "./file-calls.ts";

/** A header's name and value. */
export type HeaderPair = readonly [name: string, value: string];

/** What an HTTP request is; each call that makes one has these parameters. */
export interface HttpRequestParams {
  /** At most 64 KiB. */
  readonly url: string;
  /** Default `GET`. */
  readonly method?: string;
  /** At most 100, at most 64 KiB together. */
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
  /** Form of `body`; default `utf8`. */
  readonly bodyEncoding?: DataEncoding;
}

/** How bytes stand in JSON. */
export const dataEncoding: z.ZodType<DataEncoding> = z.enum(["utf8", "base64"]);

/** A URL, before it is judged. */
export const urlField: z.ZodType<string> = z.string().min(1).max(65_536);

const pair = z.tuple([z.string().max(256), z.string().max(65_536)]);

/** Request headers: at most 100. What they may be is judged. */
export const headersField: z.ZodType<readonly HeaderPair[]> = z.array(pair).max(100);

/** The schemas of {@link HttpRequestParams}. */
export const requestFields: Readonly<Record<keyof HttpRequestParams, z.ZodType>> = {
  url: urlField,
  method: z.string().min(1).max(32).exactOptional(),
  headers: headersField.exactOptional(),
  body: z.string().exactOptional(),
  bodyEncoding: dataEncoding.exactOptional(),
};

/** Response headers. */
export const answerHeaders: z.ZodType<readonly HeaderPair[]> = z.array(z.tuple([z.string(), z.string()]));
