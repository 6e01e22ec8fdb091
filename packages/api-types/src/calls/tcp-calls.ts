import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { DataEncoding } from "./file-calls.ts";
import type { EmptyResult } from "./kv-calls.ts";
import { dataEncoding } from "./request-fields.ts";
import { type WaitingReadParams, type WaitingReadResult, waitingReadFields, waitingReadResult } from "./waiting-read.ts";
import type { SocketHandle, SocketSendResult } from "./web-socket-calls.ts";

/** Parameters of `tcp/open`. */
export interface TcpOpenParams {
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
}
/** Parameters of `tcp/read`. */
export type TcpReadParams = SocketHandle & WaitingReadParams;
/** Parameters of `tcp/write`. */
export interface TcpWriteParams extends SocketHandle {
  /** At most 256 KiB. */
  readonly data: string;
  /** Form of `data`; default `utf8`. */
  readonly encoding?: DataEncoding;
}

const socket = z.int().min(1);
const handle = { kind: "handle", opener: "tcp/open" } as const;

/** `tcp/open` */
export const tcpOpen: CallDefinition<TcpOpenParams, SocketHandle> = defineCall({
  method: "tcp/open",
  summary: "Opens a raw socket to a declared host and port.",
  params: z.strictObject({ host: z.string().min(1).max(1024), port: z.int().min(1).max(65_535) }),
  result: z.strictObject({ socket }),
  needs: { kind: "network", protocol: "tcp" },
  limits: ["fetchSeconds", "sockets"],
  target: "host",
  errors: ["PERMISSION_DENIED", "NETWORK_FAILED"],
  writes: true,
  example: { host: "db.example.dev", port: 5432 },
});

/** `tcp/read` */
export const tcpRead: CallDefinition<TcpReadParams, WaitingReadResult> = defineCall({
  method: "tcp/read",
  summary: "Reads from a raw socket, and waits a while where nothing is there yet.",
  params: z.strictObject({ socket, ...waitingReadFields }) as unknown as z.ZodType<TcpReadParams>,
  result: waitingReadResult,
  needs: handle,
  limits: ["credit"],
  target: "none",
  errors: ["UNKNOWN_HANDLE", "NETWORK_FAILED"],
  writes: false,
  example: { socket: 1, encoding: "base64" },
});

/** `tcp/write` */
export const tcpWrite: CallDefinition<TcpWriteParams, SocketSendResult> = defineCall({
  method: "tcp/write",
  summary: "Writes to a raw socket; refused while too much waits to be sent.",
  params: z.strictObject({ socket, data: z.string(), encoding: dataEncoding.exactOptional() }) as z.ZodType<TcpWriteParams>,
  result: z.strictObject({ waiting: z.int().min(0) }),
  needs: handle,
  limits: ["credit"],
  target: "none",
  errors: ["UNKNOWN_HANDLE", "NETWORK_FAILED"],
  writes: true,
  example: { socket: 1, data: "AAAACAA=", encoding: "base64" },
});

/** `tcp/close` */
export const tcpClose: CallDefinition<SocketHandle, EmptyResult> = defineCall({
  method: "tcp/close",
  summary: "Closes a raw socket: what waits is sent, what was not read is dropped.",
  params: z.strictObject({ socket }),
  result: z.strictObject({}) as z.ZodType<EmptyResult>,
  needs: handle,
  limits: [],
  target: "none",
  errors: ["UNKNOWN_HANDLE"],
  writes: false,
  example: { socket: 1 },
});
