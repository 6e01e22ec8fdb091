import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { DataEncoding } from "./file-calls.ts";

/** A header's name and value. */
export type HeaderPair = readonly [name: string, value: string];

/** Parameters of `net/fetch`. */
export interface NetFetchParams {
  /** At most 64 KiB. */
  readonly url: string;
  /** Default `GET`. */
  readonly method?: string;
  /** At most 100, at most 64 KiB together. */
  readonly headers?: readonly HeaderPair[];
  readonly body?: string;
  /** Form of `body`; default `utf8`. */
  readonly bodyEncoding?: DataEncoding;
  /** Wanted form of the answer's body; default `utf8`. Bytes that are no UTF-8 come as base64 all the same. */
  readonly encoding?: DataEncoding;
}

/** Answer of `net/fetch`. Redirects are not followed: a 3xx comes as it is. */
export interface NetFetchResult {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderPair[];
  /** Decoded body. */
  readonly body: string;
  readonly encoding: DataEncoding;
}

const encoding: z.ZodType<DataEncoding> = z.enum(["utf8", "base64"]);
const pair = z.tuple([z.string().max(256), z.string().max(65_536)]);

/** `net/fetch` */
export const netFetch: CallDefinition<NetFetchParams, NetFetchResult> = defineCall({
  method: "net/fetch",
  summary: "Makes one HTTP request and returns the whole answer.",
  params: z.strictObject({
    url: z.string().min(1).max(65_536),
    method: z.string().min(1).max(32).exactOptional(),
    headers: z.array(pair).max(100).exactOptional(),
    body: z.string().exactOptional(),
    bodyEncoding: encoding.exactOptional(),
    encoding: encoding.exactOptional(),
  }) as z.ZodType<NetFetchParams>,
  result: z.strictObject({ status: z.int(), statusText: z.string(), headers: z.array(z.tuple([z.string(), z.string()])), body: z.string(), encoding }) as z.ZodType<NetFetchResult>,
  needs: { kind: "network", protocol: "fetch" },
  limits: ["fetchSeconds", "fetchBytes"],
  target: "host",
  errors: ["PERMISSION_DENIED", "NETWORK_FAILED"],
  writes: true,
  example: { url: "https://api.example.dev/v1/items" },
});
