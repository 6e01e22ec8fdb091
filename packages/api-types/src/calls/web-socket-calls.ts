import { z } from "zod";
import { type CallDefinition, defineCall } from "./call-definition.ts";
import type { DataEncoding, FileReadResult } from "./file-calls.ts";
import type { EmptyResult } from "./kv-calls.ts";
import { dataEncoding, type HeaderPair, headersField, urlField } from "./request-fields.ts";
import { waitField, type WaitParams } from "./waiting-read.ts";

/** Names a socket: a WebSocket or a raw one. */
export interface SocketHandle {
  readonly socket: number;
}
/** Parameters of `ws/open`. */
export interface WsOpenParams {
  /** `wss` alone. */
  readonly url: string;
  /** Subprotocols on offer, the best first; at most 16. */
  readonly protocols?: readonly string[];
  /** At most 100, at most 64 KiB together. */
  readonly headers?: readonly HeaderPair[];
}
/** Answer of `ws/open`. */
export interface WsOpenResult extends SocketHandle {
  /** The subprotocol that the server chose; empty where it chose none. */
  readonly protocol: string;
}
/** What a message of a WebSocket is. */
export type WsMessageKind = "text" | "binary";
/** Parameters of `ws/send`. */
export interface WsSendParams extends SocketHandle {
  /** At most 1 MiB. */
  readonly data: string;
  /** Form of `data`; default `utf8`. */
  readonly encoding?: DataEncoding;
  /** Default `text`. */
  readonly kind?: WsMessageKind;
}
/** Answer of a call that sends on a socket. */
export interface SocketSendResult {
  /** Bytes that still wait to be sent. Answered once none of this call's does, or after a while. */
  readonly waiting: number;
}
/** Parameters of `ws/receive`. */
export type WsReceiveParams = SocketHandle & WaitParams;
/** Answer of `ws/receive`: one message, the end, or `none` where nothing came while it waited. */
export interface WsReceiveResult extends FileReadResult {
  readonly kind: WsMessageKind | "closed" | "none";
  /** Close code, where the socket has closed: 1006 where it broke. Its handle is gone. */
  readonly code?: number;
  /** The server's reason, where the socket has closed. */
  readonly reason?: string;
}
/** Parameters of `ws/close`. */
export interface WsCloseParams extends SocketHandle {
  /** 1000, or 3000 to 4999; default 1000. */
  readonly code?: number;
  /** At most 123 bytes of UTF-8. */
  readonly reason?: string;
}

const socket = z.int().min(1);
const token = z.string().max(256).regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be a token");
const messageKind: z.ZodType<WsMessageKind> = z.enum(["text", "binary"]);
const handle = { kind: "handle", opener: "ws/open" } as const;

/** `ws/open` */
export const wsOpen: CallDefinition<WsOpenParams, WsOpenResult> = defineCall({
  method: "ws/open",
  summary: "Opens a WebSocket.",
  params: z.strictObject({ url: urlField, protocols: z.array(token).max(16).exactOptional(), headers: headersField.exactOptional() }) as z.ZodType<WsOpenParams>,
  result: z.strictObject({ socket, protocol: z.string() }),
  needs: { kind: "network", protocol: "ws" },
  limits: ["fetchSeconds", "sockets"],
  target: "host",
  errors: ["PERMISSION_DENIED", "NETWORK_FAILED"],
  writes: true,
  example: { url: "wss://api.example.dev/v1/live" },
});

/** `ws/send` */
export const wsSend: CallDefinition<WsSendParams, SocketSendResult> = defineCall({
  method: "ws/send",
  summary: "Sends one message on a WebSocket; refused while too much waits to be sent.",
  params: z.strictObject({ socket, data: z.string(), encoding: dataEncoding.exactOptional(), kind: messageKind.exactOptional() }) as z.ZodType<WsSendParams>,
  result: z.strictObject({ waiting: z.int().min(0) }),
  needs: handle,
  limits: ["credit", "socketMessage"],
  target: "none",
  errors: ["UNKNOWN_HANDLE", "NETWORK_FAILED"],
  writes: true,
  example: { socket: 1, data: "hello" },
});

/** `ws/receive` */
export const wsReceive: CallDefinition<WsReceiveParams, WsReceiveResult> = defineCall({
  method: "ws/receive",
  summary: "Takes the next message of a WebSocket, and waits a while where none is there yet.",
  params: z.strictObject({ socket, waitMs: waitField.exactOptional() }) as z.ZodType<WsReceiveParams>,
  result: z.strictObject({
    kind: z.enum(["text", "binary", "closed", "none"]),
    data: z.string(),
    encoding: dataEncoding,
    code: z.int().exactOptional(),
    reason: z.string().exactOptional(),
  }) as z.ZodType<WsReceiveResult>,
  needs: handle,
  limits: ["credit", "socketMessage"],
  target: "none",
  errors: ["UNKNOWN_HANDLE", "NETWORK_FAILED"],
  writes: false,
  example: { socket: 1 },
});

/** `ws/close` */
export const wsClose: CallDefinition<WsCloseParams, EmptyResult> = defineCall({
  method: "ws/close",
  summary: "Closes a WebSocket: what waits is sent, what was not received is dropped.",
  params: z.strictObject({
    socket,
    code: z.union([z.literal(1000), z.int().min(3000).max(4999)]).exactOptional(),
    reason: z.string().max(123).exactOptional(),
  }) as z.ZodType<WsCloseParams>,
  result: z.strictObject({}) as z.ZodType<EmptyResult>,
  needs: handle,
  limits: [],
  target: "none",
  errors: ["UNKNOWN_HANDLE"],
  writes: false,
  example: { socket: 1, code: 1000, reason: "done" },
});
