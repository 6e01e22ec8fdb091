import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

/** A real HTTP proxy on loopback that leads every tunnel to one port. */
export class CaseProxy implements AsyncDisposable {
  readonly #server: Server = createServer();
  readonly #sockets = new Set<Socket>();
  readonly #target: number;
  /** Connections that were made to it. */
  connections = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server.on("connection", (socket) => {
      this.connections++;
      this.#hold(socket);
    });
    this.#server.on("connect", (_request: IncomingMessage, socket: Socket, head: Buffer) => this.#tunnel(socket, head));
  }

  static async start(target: number): Promise<CaseProxy> {
    const proxy = new CaseProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The case's own URL of a proxy, with its host and port made this one's. */
  url(text: string): string {
    const url = new URL(text);
    url.hostname = "127.0.0.1";
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #tunnel(socket: Socket, head: Buffer): void {
    const onward = connect(this.#target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    this.#hold(onward);
  }

  #hold(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
