import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { once } from "node:events";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import type { ServerIdentity } from "./test-authority.ts";

/** A real server on 127.0.0.1, on a port of the system's choosing. */
export class TestServer implements AsyncDisposable {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Connections made to it so far. */
  connections = 0;

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (socket) => this.#watch(socket));
  }

  /** Speaks HTTP/1.1. */
  static http(listener: RequestListener): Promise<TestServer> {
    return TestServer.#start(createHttpServer(listener));
  }

  /** Speaks HTTP/1.1 in TLS. */
  static https(identity: ServerIdentity, listener: RequestListener): Promise<TestServer> {
    return TestServer.#start(createHttpsServer({ ...identity }, listener));
  }

  /** Speaks what the test writes. */
  static tcp(onSocket: (socket: Socket) => void): Promise<TestServer> {
    return TestServer.#start(createTcpServer(onSocket));
  }

  /** Speaks what the test writes, in TLS. */
  static tls(identity: ServerIdentity, onSocket: (socket: TLSSocket) => void): Promise<TestServer> {
    return TestServer.#start(createTlsServer({ ...identity }, onSocket));
  }

  /** Speaks WebSocket in TLS; `options` as the library of the server takes them. */
  static webSocket(identity: ServerIdentity, onConnection: (socket: WebSocket, request: IncomingMessage) => void, options: ServerOptions = {}): Promise<TestServer> {
    const server = createHttpsServer({ ...identity });
    new WebSocketServer({ ...options, server }).on("connection", onConnection);
    return TestServer.#start(server);
  }

  /** Answers every request with these very bytes, whatever it asks, and leaves the connection open. */
  static raw(...pieces: readonly (string | Uint8Array)[]): Promise<TestServer> {
    return TestServer.tcp((socket) => socket.once("data", () => pieces.forEach((piece) => socket.write(piece))));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Done when no connection is open any more. */
  async idle(): Promise<void> {
    while (this.#sockets.size > 0) await Promise.all([...this.#sockets].map(closed));
  }

  /** Ends every open connection. */
  async closeConnections(): Promise<void> {
    for (const socket of this.#sockets) socket.end();
    await this.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  static async #start(server: Server): Promise<TestServer> {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TestServer(server);
  }

  #watch(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    // A client that breaks off is what many tests are about.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
  }
}

/** Done when the socket has closed, whatever closed it. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}
