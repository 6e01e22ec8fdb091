import { createHash } from "node:crypto";
import type { Socket } from "node:net";
import { deflateRawSync } from "node:zlib";
import type { AnswerPlan } from "./answer-plan.ts";

/** Appended to the client's key, by RFC 6455. */
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** More than any limit, so that a message said to be larger need not be. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Takes a WebSocket as a case's server does, and sends the message that the case asks for. */
export function acceptWebSocket(socket: Socket, head: string, plan: AnswerPlan): void {
  const key = /^sec-websocket-key: *(\S+)/im.exec(head)?.[1] ?? "";
  const { isDeflated, message: bytes } = plan;
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    "upgrade: websocket",
    "connection: Upgrade",
    `sec-websocket-accept: ${createHash("sha1").update(key + GUID).digest("base64")}`,
    ...(isDeflated ? ["sec-websocket-extensions: permessage-deflate"] : []),
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  if (bytes !== undefined) socket.write(message(Buffer.alloc(Math.min(bytes, MOST_BYTES)), isDeflated));
}

function message(content: Buffer, isDeflated: boolean): Buffer {
  const body = isDeflated ? deflateRawSync(content) : content;
  const head = Buffer.alloc(10);
  // The last frame of a binary message; the third bit says that it is deflated.
  head[0] = isDeflated ? 0xc2 : 0x82;
  head[1] = 127;
  head.writeBigUInt64BE(BigInt(body.length), 2);
  return Buffer.concat([head, body]);
}
