import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { DataEncoding } from "./file-calls.ts";
import { answerHeaders, dataEncoding, type HeaderPair, type HttpRequestParams, requestFields } from "./request-fields.ts";

/** Parameters of `net/fetch`. */
export interface NetFetchParams extends HttpRequestParams {
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

/** `net/fetch` */
export const netFetch: CallDefinition<NetFetchParams, NetFetchResult> = defineCall({
  method: "net/fetch",
  summary: "Makes one HTTP request and returns the whole answer.",
  params: z.strictObject({ ...requestFields, encoding: dataEncoding.exactOptional() }) as unknown as z.ZodType<NetFetchParams>,
  result: z.strictObject({ status: z.int(), statusText: z.string(), headers: answerHeaders, body: z.string(), encoding: dataEncoding }),
  needs: { kind: "network", protocol: "fetch" },
  limits: ["fetchSeconds", "fetchBytes"],
  target: "host",
  errors: ["PERMISSION_DENIED", "NETWORK_FAILED"],
  writes: true,
  example: { url: "https://api.example.dev/v1/items" },
});
