import type { Socket } from "node:net";
import { Agent, type buildConnector, type Dispatcher } from "undici";
import type { HttpRequest } from "../net-fetch/http-request.ts";
import type { Way } from "./choose-way.ts";
import { type ConnectorParts, pinnedConnector } from "./pinned-connector.ts";
import { proxyConnector, tunnelConnector } from "./tunnel-connector.ts";

/** Connections that one instance may have to one server. */
const connectionsPerServer = 8;

/** Most bytes of an answer's headers. */
const headerBytes = 64 * 1024;

/** Servers that one pool has known at the most: it does not forget those that a call was given up on while it connected. */
const mostServers = 256;

/** Milliseconds that a free connection is kept at the most, whatever its server proposes: a plugin may visit many of them. */
const keptFreeMs = 30_000;

/** The connections that one instance makes in one way: those of its requests, pooled, and those it dials on their own. */
export class Lane {
  readonly connect: buildConnector.connector;
  readonly #agent: Agent;
  readonly #underWay = new Set<Socket>();
  readonly #servers = new Set<string>();

  constructor(way: Way, parts: Omit<ConnectorParts, "rule" | "verifiesCertificates">) {
    this.connect = this.#watched(connectorOf(way, { ...parts, ...way }));
    this.#agent = new Agent({
      connect: this.connect,
      connections: connectionsPerServer,
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: headerBytes,
      keepAliveMaxTimeout: keptFreeMs,
      // One deadline covers the whole call; idle times need none of their own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Whether it has known so many servers that another is to take its place. */
  get isWorn(): boolean {
    return this.#servers.size >= mostServers;
  }

  /** Makes a request by the pool. */
  async request(http: HttpRequest, signal: AbortSignal, ...interceptors: Dispatcher.DispatcherComposeInterceptor[]): Promise<Dispatcher.ResponseData> {
    this.#servers.add(http.origin);
    return this.#agent.compose(...interceptors).request({ ...http, signal });
  }

  /** Closes each connection as it becomes free. */
  close(): Promise<void> {
    return this.#agent.close();
  }

  /** Ends every connection at once, those that are being made included: the pool forgets those, and leaves them open. */
  async destroy(): Promise<void> {
    await this.#agent.destroy();
    for (const socket of this.#underWay) socket.destroy();
  }

  #watched(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      // Connectors hand back the socket they work on, though their type does not say so. It is handed on for the same reason.
      const forget = (): boolean => this.#underWay.delete(underWay);
      const underWay = connect(options, (...result) => {
        forget();
        callback(...result);
      }) as unknown as Socket;
      if (underWay !== undefined) this.#underWay.add(underWay.once("close", forget));
      return underWay;
    };
  }
}

function connectorOf(way: Way, parts: ConnectorParts): buildConnector.connector {
  switch (way.kind) {
    case "direct":
      return pinnedConnector(parts);
    case "tunnel":
      return tunnelConnector(parts, way.proxy);
    case "forward":
      return proxyConnector(parts, way.proxy);
  }
}
