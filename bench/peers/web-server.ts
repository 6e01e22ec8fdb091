import { once } from "node:events";
import { Worker } from "node:worker_threads";

const code = `
  const { parentPort, workerData } = require("node:worker_threads");
  const body = Buffer.alloc(workerData, "a");
  const server = require("node:http").createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-length": body.length });
    response.end(body);
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

/** A web server on loopback, in a thread of its own so that its work is not measured. */
export class WebServer {
  readonly url: string;
  readonly #worker: Worker;

  private constructor(worker: Worker, port: number) {
    this.#worker = worker;
    this.url = `http://127.0.0.1:${port}/`;
  }

  /** @param bytes of each answer. */
  static async start(bytes: number): Promise<WebServer> {
    const worker = new Worker(code, { eval: true, workerData: bytes });
    const [port] = (await once(worker, "message")) as [number];
    return new WebServer(worker, port);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
