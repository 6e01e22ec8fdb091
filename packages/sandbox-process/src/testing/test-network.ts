import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { GroundNetwork } from "@ambit/conformance-suite";
import { type EgressJudge, egressJudge } from "../provider/egress/egress-judge.ts";
import { selfSigned } from "./self-signed.ts";

const ALLOWED = "api.example.dev";
const OTHER = "other.example.dev";
/** An address that names may lead to; nothing is sent there. */
const PUBLIC_ADDRESS = "93.184.216.34";
const HTTPS_PORT = 443;
const BODY = "the server answered";

/**
 * A real server that two public names lead to. Names are judged by the real judge, on a public address; only what is dialled then is the
 * server of the test.
 */
export class TestNetwork {
  readonly judge: EgressJudge;
  readonly #server: Server;
  readonly #port: number;

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    const real = egressJudge(async () => [PUBLIC_ADDRESS]);
    this.judge = (limits) => {
      const judge = real(limits);
      return async (request) => {
        // Every public host means its usual port, which a test cannot have.
        const verdict = await judge(limits.egress === "open" && request.port === this.#port ? { ...request, port: HTTPS_PORT } : request);
        return verdict.allowed ? { ...verdict, addresses: ["127.0.0.1"] } : verdict;
      };
    };
  }

  static async open(): Promise<TestNetwork> {
    const server = createServer(await selfSigned(ALLOWED), (_request, response) => response.end(BODY));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new TestNetwork(server);
  }

  /** What the suite needs. @param node words that start Node inside. */
  ground(node: string): GroundNetwork {
    const script = "require('https').get(process.argv[1], (r) => r.pipe(process.stdout)).on('error', (e) => { console.error(e.message); process.exit(1) })";
    return {
      allowedEntry: `${ALLOWED}:${this.#port}`,
      allowedUrl: `https://${ALLOWED}:${this.#port}/`,
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
