import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { checkServerIdentity, createSecureContext, TLSSocket } from "node:tls";
import { X509Certificate } from "node:crypto";
import type { AnswerPlan } from "./answer-plan.ts";
import { acceptWebSocket } from "./case-web-socket.ts";

const file = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

/** Certificate of the authority that the case server's own is from, PEM; for these cases alone. */
export const caseAuthority: string = file("ca.pem");

const context = createSecureContext({ cert: file("server.pem"), key: file("server.key") });
const certificate = new X509Certificate(file("server.pem"));

/** Whether the server's certificate is for a host of a case. */
export function isCertified(host: string): boolean {
  return checkServerIdentity(host, certificate.toLegacyObject()) === undefined;
}

/** First byte of a TLS greeting. */
const TLS_GREETING = 0x16;
const PIECE = Buffer.alloc(65_536);

/** What a server does with connections. */
export interface ServerTerms {
  /** Whether a connection serves more than one request. */
  readonly keepsAlive: boolean;
  /** Seconds of the case that one second of the machine stands for. */
  readonly pace: number;
}

/** A real server on loopback that stands for every host of a case, with TLS and without, and keeps what it was asked. */
export class CaseServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #plan: AnswerPlan;
  readonly #terms: ServerTerms;
  /** Names that connections asked for, in order. */
  readonly contacted: string[] = [];
  /** Heads of the requests, in order. */
  readonly heads: string[] = [];

  private constructor(plan: AnswerPlan, terms: ServerTerms) {
    this.#plan = plan;
    this.#terms = terms;
    this.#server = createServer((socket) => this.#welcome(socket));
  }

  static async start(plan: AnswerPlan, terms: ServerTerms): Promise<CaseServer> {
    const started = new CaseServer(plan, terms);
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

  #welcome(socket: Socket): void {
    this.#sockets.add(socket);
    // A client that breaks off is what many cases are about.
    socket.on("error", () => undefined);
    socket.once("data", (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      if (first[0] === TLS_GREETING) this.#serveSecure(socket);
      else this.#serve(socket, (head) => /^host: *([^\s:]+)/im.exec(head)?.[1] ?? "");
    });
  }

  #serveSecure(socket: Socket): void {
    const secure = new TLSSocket(socket, { isServer: true, secureContext: context });
    secure.on("error", () => secure.destroy());
    secure.once("secure", () => this.contacted.push(typeof secure.servername === "string" ? secure.servername : ""));
    this.#serve(secure);
  }

  #serve(socket: Socket, nameIn?: (head: string) => string): void {
    let asked = "";
    socket.on("data", (chunk: Buffer) => {
      asked += chunk.toString("latin1");
      if (!asked.includes("\r\n\r\n")) return;
      const head = asked;
      asked = "";
      this.heads.push(head);
      if (nameIn !== undefined && this.heads.length === 1) this.contacted.push(nameIn(head));
      if (/^upgrade: *websocket/im.test(head) && this.#plan.status === undefined) acceptWebSocket(socket, head, this.#plan);
      else void this.#answer(socket);
    });
    socket.resume();
  }

  async #answer(socket: Socket): Promise<void> {
    const { isSilent, headAfter, byteEvery, breaksOff, raw, body, bytes, chunked } = this.#plan;
    if (isSilent) return;
    if (headAfter > 0) await pause(Math.min((headAfter * 1000) / this.#terms.pace, 30_000), undefined, { ref: false });
    if (raw !== undefined) return void socket.end(raw);
    socket.write(this.#head());
    if (byteEvery !== undefined) return drip(socket, (byteEvery * 1000) / this.#terms.pace);
    if (chunked) return void sendChunks(socket, body ?? Buffer.alloc(bytes));
    if (body === undefined) pour(socket, bytes, () => this.#end(socket));
    else socket.write(body, () => this.#end(socket));
    if (breaksOff) socket.destroy();
  }

  #end(socket: Socket): void {
    if (!this.#terms.keepsAlive || this.#plan.contentLength === null) socket.end();
  }

  #head(): string {
    const { status, headers, body, bytes, contentLength, chunked, breaksOff, byteEvery } = this.#plan;
    const real = body?.length ?? bytes;
    const length = contentLength ?? (breaksOff || byteEvery !== undefined ? real + 1000 : real);
    const lines = [
      `HTTP/1.1 ${status ?? 200} Answer`,
      ...(chunked ? ["transfer-encoding: chunked"] : contentLength === null || status === 204 ? [] : [`content-length: ${length}`]),
      ...(this.#terms.keepsAlive ? [] : ["connection: close"]),
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    return `${lines.join("\r\n")}\r\n\r\n`;
  }
}

/** Sends so many bytes, no faster than they are read. */
function pour(socket: Socket, bytes: number, done: () => void): void {
  let left = bytes;
  while (left > 0 && !socket.destroyed) {
    const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
    left -= piece.length;
    if (!socket.write(piece)) return void socket.once("drain", () => pour(socket, left, done));
  }
  done();
}

function sendChunks(socket: Socket, body: Buffer): void {
  for (let at = 0; at < body.length && !socket.destroyed; at += PIECE.length) {
    const piece = body.subarray(at, at + PIECE.length);
    socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    socket.write("\r\n");
  }
  socket.write("0\r\n\r\n");
}

/** One byte after the other for as long as somebody reads them. */
function drip(socket: Socket, everyMs: number): void {
  const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("x")), Math.min(Math.max(everyMs, 1), 30_000));
  timer.unref();
  socket.once("close", () => clearInterval(timer));
}
