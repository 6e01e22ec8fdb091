import type { ConnectionRecord } from "@ambit/api-types";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { type AddressInfo, createServer as createNetServer, type Server as NetServer } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ConnectRequest, JudgeConnect } from "../gate-proxy/connect-judge.ts";
import { type GateOptions, type GateProxy, openGateProxy } from "../gate-proxy/gate-proxy.ts";
import { selfSigned } from "./self-signed.ts";

/** The one name that the rig's judge allows. */
export const ALLOWED_HOST = "api.example.dev";

/** The one name to which a raw socket is allowed. */
export const SOCKET_HOST = "db.example.dev";

/** A gate with two real servers behind one allowed name, and all that was asked and told. */
export class GateRig {
  readonly asked: ConnectRequest[] = [];
  readonly records: ConnectionRecord[] = [];
  certificate = "";
  httpsPort = 0;
  httpPort = 0;
  #gate: GateProxy | undefined;
  readonly #servers: Server[] = [];
  /** A socket on which tests reach the gate as a child's relay would hand it their connections. */
  readonly socketPath: string = join(mkdtempSync(join(tmpdir(), "ambit-gate-")), "socket");
  readonly #door: NetServer = createNetServer({ allowHalfOpen: true }, (connection) => this.network.take(connection));

  get network(): GateProxy {
    if (this.#gate === undefined) throw new Error("The gate is not open.");
    return this.#gate;
  }

  async open(options: Partial<GateOptions> = {}, answer: RequestListener = hello): Promise<this> {
    const identity = await selfSigned(ALLOWED_HOST);
    this.certificate = identity.cert;
    this.httpsPort = await this.#listen(createHttpsServer(identity, answer));
    this.httpPort = await this.#listen(createHttpServer(answer));
    const judge: JudgeConnect = async (request) => {
      this.asked.push(request);
      if (request.host === ALLOWED_HOST) return { allowed: true, target: request.host, addresses: ["127.0.0.1"], carries: "tls" };
      if (request.host === SOCKET_HOST) return { allowed: true, target: request.host, addresses: ["127.0.0.1"], carries: "anything" };
      return { allowed: false, target: request.host, code: "PERMISSION_DENIED", reason: "Not declared." };
    };
    this.#gate = openGateProxy({ judge, onRecord: (record) => this.records.push(record), ...options });
    await new Promise<void>((resolve) => this.#door.listen(this.socketPath, resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#gate?.close();
    this.#door.close();
    rmSync(dirname(this.socketPath), { recursive: true, force: true });
    for (const server of this.#servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  #listen(server: Server): Promise<number> {
    this.#servers.push(server);
    return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
  }
}

const hello: RequestListener = (request, response) => {
  request.resume();
  response.end(`hello ${request.headers.host ?? ""} ${request.url ?? ""}`);
};
