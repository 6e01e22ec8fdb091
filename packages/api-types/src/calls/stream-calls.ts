import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { EmptyResult } from "./kv-calls.ts";
import { answerHeaders, type HeaderPair, type HttpRequestParams, requestFields } from "./request-fields.ts";
import { type WaitingReadParams, type WaitingReadResult, waitingReadFields, waitingReadResult } from "./waiting-read.ts";

/** Names a stream. */
export interface StreamHandle {
  readonly stream: number;
}
/** Parameters of `net/stream`: the request, as `net/fetch` has it. */
export interface NetStreamParams extends HttpRequestParams {
  /** The server is expected to be silent for long: no idle time ends the stream. Default false. */
  readonly sse?: boolean;
}
/** Answer of `net/stream`: the head. Redirects are not followed: a 3xx comes as it is. */
export interface NetStreamResult extends StreamHandle {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderPair[];
}
/** Parameters of `stream/read`. */
export type StreamReadParams = StreamHandle & WaitingReadParams;

const stream = z.int().min(1);
const head = { status: z.int(), statusText: z.string(), headers: answerHeaders };

/** `net/stream` */
export const netStream: CallDefinition<NetStreamParams, NetStreamResult> = defineCall({
  method: "net/stream",
  summary: "Makes one HTTP request and opens the answer's body, to be read piece by piece.",
  params: z.strictObject({ ...requestFields, sse: z.boolean().exactOptional() }) as unknown as z.ZodType<NetStreamParams>,
  result: z.strictObject({ stream, ...head }),
  needs: { kind: "network", protocol: "stream" },
  limits: ["fetchSeconds", "streams"],
  target: "host",
  errors: ["PERMISSION_DENIED", "NETWORK_FAILED"],
  writes: true,
  example: { url: "https://api.example.dev/v1/events", sse: true },
});

/** `stream/read` */
export const streamRead: CallDefinition<StreamReadParams, WaitingReadResult> = defineCall({
  method: "stream/read",
  summary: "Reads on in a stream, and waits a while where nothing is there yet.",
  params: z.strictObject({ stream, ...waitingReadFields }) as unknown as z.ZodType<StreamReadParams>,
  result: waitingReadResult,
  needs: { kind: "handle", opener: "net/stream" },
  limits: ["credit", "streamIdle"],
  target: "none",
  errors: ["UNKNOWN_HANDLE", "NETWORK_FAILED"],
  writes: false,
  example: { stream: 1, max: 65_536 },
});

/** `stream/close` */
export const streamClose: CallDefinition<StreamHandle, EmptyResult> = defineCall({
  method: "stream/close",
  summary: "Ends a stream and drops what was not read.",
  params: z.strictObject({ stream }),
  result: z.strictObject({}) as z.ZodType<EmptyResult>,
  needs: { kind: "handle", opener: "net/stream" },
  limits: [],
  target: "none",
  errors: ["UNKNOWN_HANDLE"],
  writes: false,
  example: { stream: 1 },
});
