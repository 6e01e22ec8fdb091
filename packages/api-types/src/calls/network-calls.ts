import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { DataEncoding } from "./file-calls.ts";
import { answerHeaders, dataEncoding, type HeaderPair, type HttpRequestParams, requestFields } from "./request-fields.ts";

/** Parameters of `net/fetch`. */
export interface NetFetchParams extends HttpRequestParams {
  /** Wanted form of the answer's body; default `utf8`. Bytes that are no UTF-8 come as base64 all the same. */
  readonly encoding?: DataEncoding;
  /** The caller can read on: a body that is large, slow or without end comes as a stream. Default false. */
  readonly stream?: boolean;
}

/** Answer of `net/fetch`. Redirects are not followed: a 3xx comes as it is. */
export interface NetFetchResult {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderPair[];
  /** Decoded body. */
  readonly body: string;
  readonly encoding: DataEncoding;
  /** Where the body did not come whole: a handle of `stream/read` and `stream/close`, and `body` is empty. */
  readonly stream?: number;
}

/** `net/fetch` */
export const netFetch: CallDefinition<NetFetchParams, NetFetchResult> = defineCall({
  method: "net/fetch",
  summary: "Makes one HTTP request and returns the whole answer, or its head and a stream where that is wanted.",
  params: z.strictObject({ ...requestFields, encoding: dataEncoding.exactOptional(), stream: z.boolean().exactOptional() }) as unknown as z.ZodType<NetFetchParams>,
  result: z.strictObject({ status: z.int(), statusText: z.string(), headers: answerHeaders, body: z.string(), encoding: dataEncoding, stream: z.int().min(1).exactOptional() }) as z.ZodType<NetFetchResult>,
  needs: { kind: "network", protocol: "fetch" },
  limits: ["fetchSeconds", "fetchBytes", "streams"],
  target: "host",
  errors: ["PERMISSION_DENIED", "NETWORK_FAILED"],
  writes: true,
  example: { url: "https://api.example.dev/v1/items" },
});
