import { readFileSync } from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { createServer, type Server, type TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { acceptWebSocket } from "./case-web-socket.ts";

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** Certificate of the authority that the case server's own is from, PEM; for these cases alone. */
export const caseAuthority: string = file("ca.pem");

/** What a case's server answers; see the cases' README. */
export interface CaseResponse {
  readonly status?: number;
  readonly location?: string;
  /** Bytes of the body as they are sent. */
  readonly bytes?: number;
  /** What the head claims, where it is not the truth. */
  readonly contentLength?: number;
  readonly encoding?: string;
  /** Bytes of the body before it is encoded. */
  readonly decodedBytes?: number;
  /** A message of a WebSocket is deflated although nobody asked for it; about so many bytes on the wire. */
  readonly deflateWire?: number;
}

const FIELDS: ReadonlySet<string> = new Set(["status", "location", "bytes", "contentLength", "encoding", "decodedBytes", "deflateWire"]);

/** The first field of a case's answer that no server here understands. */
export function unknownField(response: object): string | undefined {
  return Object.keys(response).find((key) => !FIELDS.has(key));
}

const PIECE = Buffer.alloc(65_536);

/** A real server on loopback that stands for every host of a case, and keeps which ones were asked for. */
export class CaseServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #response: CaseResponse;
  /** Names that connections asked for, in order. */
  readonly contacted: string[] = [];

  private constructor(response: CaseResponse) {
    this.#response = response;
    this.#server = createServer({ cert: file("server.pem"), key: file("server.key") }, (socket) => this.#serve(socket));
    this.#server.on("connection", (socket: Socket) => this.#sockets.add(socket));
  }

  static async start(response: CaseResponse): Promise<CaseServer> {
    const started = new CaseServer(response);
    await new Promise<void>((resolve) => started.#server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: TLSSocket): void {
    this.contacted.push(typeof socket.servername === "string" ? socket.servername : "");
    // A client that breaks off is what many cases are about.
    socket.on("error", () => undefined);
    let asked = "";
    socket.on("data", (chunk: Buffer) => {
      asked += chunk.toString("latin1");
      if (!asked.includes("\r\n\r\n")) return;
      const head = asked;
      asked = "";
      if (/^upgrade: *websocket/im.test(head) && this.#response.status === undefined) acceptWebSocket(socket, head, this.#response);
      else answer(socket, this.#response);
    });
  }
}

function answer(socket: TLSSocket, response: CaseResponse): void {
  const encoded = response.encoding === undefined ? undefined : encode(response.decodedBytes ?? 0, response.encoding.split(",").length);
  const bytes = encoded?.length ?? response.bytes ?? 0;
  const head = [
    `HTTP/1.1 ${response.status ?? 200} Answer`,
    `content-length: ${response.contentLength ?? bytes}`,
    ...(response.location === undefined ? [] : [`location: ${response.location}`]),
    ...(response.encoding === undefined ? [] : [`content-encoding: ${response.encoding}`]),
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  if (encoded === undefined) pour(socket, bytes);
  else socket.write(encoded);
}

/** Sends so many bytes, no faster than they are read. */
function pour(socket: TLSSocket, bytes: number): void {
  let left = bytes;
  while (left > 0 && !socket.destroyed) {
    const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
    left -= piece.length;
    if (!socket.write(piece)) return void socket.once("drain", () => pour(socket, left));
  }
}

function encode(bytes: number, times: number): Buffer {
  let body: Buffer = Buffer.alloc(bytes);
  for (let count = 0; count < times; count++) body = gzipSync(body);
  return body;
}
