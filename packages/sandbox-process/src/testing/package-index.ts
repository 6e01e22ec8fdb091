import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const WHEEL = "ambit_sample-1.0-py3-none-any.whl";

/** A package of one module, packed as pip installs it. */
const PACK = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("ambit_sample.py", "WORD = 'from the index'\\n")
    wheel.writestr("ambit_sample-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: ambit-sample\\nVersion: 1.0\\n")
    wheel.writestr("ambit_sample-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("ambit_sample-1.0.dist-info/RECORD", "ambit_sample.py,,\\nambit_sample-1.0.dist-info/METADATA,,\\nambit_sample-1.0.dist-info/WHEEL,,\\nambit_sample-1.0.dist-info/RECORD,,\\n")
`;

/** A package index with one package, on this machine. */
export class PackageIndex {
  /** Paths that were asked for. */
  readonly asked: string[] = [];
  /** Answers nothing while it is set, as a server that hangs. */
  hangs = false;
  readonly #server: Server;
  readonly #wheel: Buffer;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "ambit-wheel-"));
    execFileSync("python3", ["-c", PACK, join(folder, WHEEL)]);
    this.#wheel = readFileSync(join(folder, WHEEL));
    rmSync(folder, { recursive: true });
    this.#server = createServer((request, response) => {
      this.asked.push(request.url ?? "");
      if (this.hangs) return;
      if (request.url === "/simple/ambit-sample/") response.setHeader("content-type", "text/html").end(`<a href="/files/${WHEEL}">${WHEEL}</a>`);
      else if (request.url === `/files/${WHEEL}`) response.end(this.#wheel);
      else response.writeHead(404).end();
    });
  }

  async listen(): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return new URL(`http://index.example.dev:${(this.#server.address() as AddressInfo).port}/simple`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
