import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { answerRequest } from "./answer-request.ts";
import { makeCertificate } from "./certificate.ts";
import type { NetworkHandler, NetworkHandlers, SeenRequest } from "./network-handlers.ts";

const HTTPS_PORT = "443";

/**
 * The network of a test: an HTTP proxy on this machine that leads every connection to a handler, through real TLS. It has no
 * way out: a host without a handler is one that cannot be reached.
 */
export class TestNetwork {
  /** What reached it, oldest first. */
  readonly requests: SeenRequest[] = [];
  readonly #handlers: ReadonlyMap<string, NetworkHandler>;
  readonly #context: SecureContext;
  readonly #proxy: Server;
  readonly #inner: Server;
  readonly #origins = new WeakMap<Socket, string>();
  readonly #sockets = new Set<Socket>();
  readonly certificate: string;

  constructor(handlers: NetworkHandlers, certificate: { readonly cert: string; readonly key: string }) {
    this.#handlers = new Map(Object.entries(handlers).map(([host, handler]) => [withPort(host), handler]));
    this.certificate = certificate.cert;
    this.#context = createSecureContext({ cert: certificate.cert, key: certificate.key });
    this.#inner = createServer((request, response) => this.#answer(this.#origins.get(request.socket) ?? "", request, response));
    // A proxy gets plain http requests whole, with the whole address; those of https are tunnels.
    this.#proxy = createServer((request, response) => this.#answer(new URL(request.url ?? "").origin, request, response));
    this.#proxy.on("connect", (request, socket) => this.#tunnel(request.url ?? "", socket as Socket));
    this.#proxy.on("connection", (socket) => this.#keep(socket));
  }

  /** Starts a network with some handlers. */
  static async open(handlers: NetworkHandlers): Promise<TestNetwork> {
    const names = Object.keys(handlers).map((host) => host.replace(/:\d+$/, ""));
    const network = new TestNetwork(handlers, await makeCertificate([...new Set([...names, "unused.invalid"])]));
    await new Promise<void>((resolve) => network.#proxy.listen(0, "127.0.0.1", resolve));
    return network;
  }

  /** The proxy's address. */
  get url(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#proxy.close(() => resolve()));
  }

  #tunnel(target: string, socket: Socket): void {
    socket.on("error", () => socket.destroy());
    if (!this.#handlers.has(target)) {
      this.requests.push({ method: "CONNECT", url: `https://${target.replace(/:443$/, "")}/`, headers: {}, body: "" });
      socket.end("HTTP/1.1 502 No handler\r\n\r\n");
      return;
    }
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    const secure = new TLSSocket(socket, { isServer: true, secureContext: this.#context });
    secure.on("error", () => secure.destroy());
    this.#origins.set(secure, `https://${target}`);
    this.#inner.emit("connection", secure);
  }

  #answer(origin: string, request: IncomingMessage, response: ServerResponse): void {
    const { protocol, hostname, port } = new URL(origin);
    const handler = this.#handlers.get(`${hostname}:${port || (protocol === "https:" ? HTTPS_PORT : "80")}`) ?? this.#handlers.get(`${hostname}:${HTTPS_PORT}`);
    if (handler === undefined) {
      this.requests.push({ method: request.method ?? "", url: origin, headers: {}, body: "" });
      response.writeHead(502).end();
      return;
    }
    answerRequest(origin, request, response, handler).then(
      (seen) => this.requests.push(seen),
      () => response.destroy(),
    );
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
  }
}

function withPort(host: string): string {
  return /:\d+$/.test(host) ? host : `${host}:${HTTPS_PORT}`;
}
