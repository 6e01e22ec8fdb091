import { createServer, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { once } from "node:events";

/** What a proxy was asked for. */
export interface ProxiedRequest {
  /** `CONNECT`, or the method of a request it was to make itself. */
  readonly method: string;
  /** Host and port, or the whole URL. */
  readonly target: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

/** A real HTTP proxy on 127.0.0.1. Whatever name it is asked for, it connects to that port of this machine. */
export class TestProxy implements AsyncDisposable {
  readonly asked: ProxiedRequest[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    server.on("connection", (socket) => this.#watch(socket));
    server.on("connect", (incoming: IncomingMessage, socket: Socket, head: Buffer) => this.#tunnel(incoming, socket, head));
    server.on("request", (incoming, outgoing) => {
      this.#note(incoming);
      const url = new URL(incoming.url ?? "");
      const onward = request({ host: "127.0.0.1", port: url.port, method: incoming.method, path: url.pathname + url.search, headers: incoming.headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      onward.on("error", () => outgoing.writeHead(502).end());
      incoming.pipe(onward);
    });
  }

  static async start(): Promise<TestProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TestProxy(server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get open(): number {
    return this.#sockets.size;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #note({ method = "", url = "", headers }: IncomingMessage): void {
    this.asked.push({ method, target: url, headers: { ...headers } });
  }

  #tunnel(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#note(incoming);
    const onward = connect(Number(incoming.url?.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    this.#watch(onward);
    onward.on("close", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  }

  #watch(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
