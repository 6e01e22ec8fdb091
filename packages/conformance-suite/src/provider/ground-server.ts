import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { SandboxLimits } from "@ambit/api-types";
import type { GroundNetwork } from "./provider-ground.ts";

/** A connection that is judged, as a gate asks for it. */
export interface JudgedRequest {
  readonly host: string;
  readonly port: number;
  readonly scheme: "https" | "http";
}

/** What a judge answers; nothing but the addresses is looked at here. */
export type JudgeAnswer = { readonly allowed: true; readonly addresses: readonly string[] } | { readonly allowed: false };

/** The name that the server has, and its certificate should be for. */
export const GROUND_HOST = "api.example.dev";

const OTHER = "other.example.dev";
const HTTPS_PORT = 443;
const BODY = "the server answered";

/**
 * A real server that two public names lead to, for providers whose network is a gate with a judge. Names are judged by the provider's own
 * judge, which should be made with a resolver that gives {@link GroundServer.publicAddress}; only what is dialled then is the server of the test.
 */
export class GroundServer {
  /** An address that names may lead to. Nothing is sent there. */
  static readonly publicAddress: string = "93.184.216.34";
  readonly #server: Server;
  readonly #port: number;

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** @param identity certificate and key, PEM. */
  static async open(identity: { readonly cert: string; readonly key: string }): Promise<GroundServer> {
    const server = createServer(identity, (_request, response) => response.end(BODY));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new GroundServer(server);
  }

  /** Makes of a real judge one whose allowed connections lead to the server. */
  judgeBy<Request extends JudgedRequest, Answer extends JudgeAnswer>(real: (limits: SandboxLimits) => (request: Request) => Promise<Answer>): (limits: SandboxLimits) => (request: Request) => Promise<Answer> {
    return (limits) => {
      const judge = real(limits);
      return async (request) => {
        // Every public host means its usual port, which a test cannot have.
        const answer = await judge(limits.egress === "open" && request.port === this.#port ? { ...request, port: HTTPS_PORT } : request);
        return answer.allowed ? { ...answer, addresses: ["127.0.0.1"] } : answer;
      };
    };
  }

  /** What the cases need. @param node words that start Node inside a sandbox. */
  network(node: string): GroundNetwork {
    const script = "require('https').get(process.argv[1], (r) => r.pipe(process.stdout)).on('error', (e) => { console.error(e.message); process.exit(1) })";
    return {
      allowedEntry: `${GROUND_HOST}:${this.#port}`,
      allowedUrl: `https://${GROUND_HOST}:${this.#port}/`,
      otherUrl: `https://${OTHER}:${this.#port}/`,
      addressUrl: `https://127.0.0.1:${this.#port}/`,
      body: BODY,
      request: (url) => `NODE_TLS_REJECT_UNAUTHORIZED=0 ${node} --no-warnings -e "${script}" '${url}'`,
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
