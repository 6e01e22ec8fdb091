import { AmbitError, type ConnectionRecord, type ErrorCode, STREAMS_AT_ONCE } from "@ambit/api-types";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ChildNetwork } from "./child-network.ts";
import type { ConnectJudgement, ConnectRequest, JudgeConnect } from "./connect-judge.ts";
import { forwardRequest } from "./forward-request.ts";
import { ByteCount } from "./byte-count.ts";
import { openTunnel } from "./open-tunnel.ts";
import { readAuthority } from "./read-authority.ts";

/** What a gate works with. */
export interface GateOptions {
  readonly judge: JudgeConnect;
  /** Takes the record of each connection and refusal. */
  readonly onRecord?: (record: ConnectionRecord) => void;
  /** Connections at once; default as many as a plugin may have streams. */
  readonly connectionsAtOnce?: number;
  /** Seconds without a byte after which a connection is closed; default 120. */
  readonly idleSeconds?: number;
}

/** The network of confined children: an HTTP proxy that takes the connections which are handed to it. */
export interface GateProxy extends ChildNetwork {
  /** Takes a connection on which somebody will speak to the proxy. */
  take(connection: Socket): void;
  /** Closes every connection, and takes none from then on. */
  close(): void;
}

/** Opens a gate. */
export function openGateProxy(options: GateOptions): GateProxy {
  return new Gate(options);
}

const HEADER_BYTES = 16 * 1024;
const HEADER_MILLIS = 10_000;
const DEFAULT_IDLE_SECONDS = 120;
/** Some more than may be open are taken, so that one too many hears why. */
const SPARE_CONNECTIONS = 8;

/** Answers with a refusal. */
type Refuse = (status: number, code: ErrorCode, reason: string) => void;

type Allowed = Extract<ConnectJudgement, { readonly allowed: true }>;

class Gate implements GateProxy {
  readonly #server: Server;
  readonly #options: GateOptions;
  readonly #most: number;
  readonly #idleMillis: number;
  readonly #streams = new Set<Duplex>();
  #clients = 0;
  #closed = false;

  constructor(options: GateOptions) {
    this.#options = options;
    this.#most = options.connectionsAtOnce ?? STREAMS_AT_ONCE;
    this.#idleMillis = 1000 * (options.idleSeconds ?? DEFAULT_IDLE_SECONDS);
    this.#server = createServer({ maxHeaderSize: HEADER_BYTES, headersTimeout: HEADER_MILLIS, requestTimeout: 0, keepAliveTimeout: this.#idleMillis });
    this.#server.on("request", (request, response) => void this.#forward(request, response));
    this.#server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => void this.#tunnel(request, client, head));
    this.#server.on("upgrade", (_request: IncomingMessage, client: Duplex) => refuseOn(client)(501, "INVALID_REQUEST", "Ask for a tunnel."));
    this.#server.on("clientError", (_error, client: Duplex) => client.destroy());
    // It listens nowhere itself, and Node begins to hold connections to their time limits when a server does.
    this.#server.emit("listening");
  }

  take(connection: Socket): void {
    if (this.#closed || this.#clients >= this.#most + SPARE_CONNECTIONS) return void connection.destroy();
    this.#clients++;
    connection.once("close", () => this.#clients--);
    this.#hold(connection);
    this.#server.emit("connection", connection);
  }

  close(): void {
    this.#closed = true;
    for (const stream of this.#streams) stream.destroy();
    this.#server.close();
  }

  #hold(stream: Duplex): void {
    this.#streams.add(stream);
    stream.on("error", () => undefined);
    stream.once("close", () => this.#streams.delete(stream));
    if (this.#closed) stream.destroy();
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const refuse = refuseOn(client);
    const authority = readAuthority(request.url ?? "");
    if (authority === undefined) return refuse(400, "INVALID_PARAMS", "A tunnel is asked for by host and port.");
    const hold = (server: Duplex): void => this.#hold(server);
    await this.#judged({ ...authority, scheme: "https" }, refuse, ({ addresses, carries }, count) => openTunnel({ client, head, ...authority, addresses, carries, idleMillis: this.#idleMillis, count, hold }));
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refuse = refuseBy(response);
    const url = URL.parse(request.url ?? "");
    if (url?.protocol !== "http:" || url.username !== "" || url.password !== "") return refuse(400, "INVALID_PARAMS", "A plain request names an http URL; ask for a tunnel for https.");
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
    const port = url.port === "" ? 80 : Number(url.port);
    const hold = (server: Duplex): void => this.#hold(server);
    await this.#judged({ host, port, scheme: "http" }, refuse, ({ addresses }, count) => forwardRequest({ request, response, url, addresses, idleMillis: this.#idleMillis, count, hold }));
  }

  /** Asks the judge, does what it allowed, and tells of it once, however it ends. */
  async #judged(wanted: ConnectRequest, refuse: Refuse, act: (allowed: Allowed, count: ByteCount) => Promise<void>): Promise<void> {
    const count = new ByteCount();
    const tell = (...words: Parameters<ByteCount["record"]>): void => this.#options.onRecord?.(count.record(...words));
    if (this.#clients > this.#most) {
      refuse(503, "LIMIT_EXCEEDED", `At most ${this.#most} connections at once.`);
      return tell(wanted.host, "limited", "LIMIT_EXCEEDED");
    }
    const judgement = await this.#options.judge(wanted);
    const { target } = judgement;
    try {
      if (!judgement.allowed) throw new AmbitError(judgement.code, judgement.reason);
      await act(judgement, count);
      tell(target, "ok");
    } catch (error) {
      const { code, message } = AmbitError.isInstance(error) ? error : new AmbitError("INTERNAL_ERROR", "The host failed.");
      refuse(code === "NETWORK_FAILED" ? 502 : 403, code, message);
      tell(target, code === "NETWORK_FAILED" ? "failed" : "refused", code);
    }
  }
}

function refuseOn(client: Duplex): Refuse {
  return (status, code, reason) => {
    const body = `${reason}\n`;
    if (!client.destroyed) client.end(`HTTP/1.1 ${status} Refused\r\nAmbit-Code: ${code}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
  };
}

function refuseBy(response: ServerResponse): Refuse {
  return (status, code, reason) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(status, { "ambit-code": code, "content-type": "text/plain", connection: "close" }).end(`${reason}\n`);
  };
}
