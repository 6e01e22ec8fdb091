import { createHash } from "node:crypto";
import type { Socket } from "node:net";

/** Answers a WebSocket's handshake by hand, so that a test can send whatever frames it likes. */
export function acceptHandshake(socket: Socket, onOpen: () => void, extraHeaders = ""): void {
  let head = "";
  const take = (chunk: Buffer): void => {
    head += chunk.toString("latin1");
    if (!head.includes("\r\n\r\n")) return;
    socket.off("data", take);
    const key = /sec-websocket-key: (\S+)/i.exec(head)?.[1] ?? "";
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n${extraHeaders}\r\n`);
    onOpen();
  };
  socket.on("data", take);
}

/** Opcodes of frames. */
export const opcode = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** One frame as a server sends it. `flags`: the first byte's upper half, 8 for a final frame. */
export function frame(code: number, payload: Uint8Array | string = "", flags = 8): Buffer {
  const bytes = Buffer.from(payload);
  const first = (flags << 4) | code;
  if (bytes.length < 126) return Buffer.concat([Buffer.from([first, bytes.length]), bytes]);
  const head = Buffer.alloc(10);
  head.writeUInt8(first, 0);
  head.writeUInt8(127, 1);
  head.writeBigUInt64BE(BigInt(bytes.length), 2);
  return Buffer.concat([head, bytes]);
}
