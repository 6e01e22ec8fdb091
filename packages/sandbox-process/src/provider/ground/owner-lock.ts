import { AmbitError } from "@ambit/api-types";
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:net";

/**
 * Makes this process the owner of a folder of sandboxes. The claim is a name of the kernel's own (an abstract socket), so it ends with the process,
 * however that ends, and nothing stale can be left.
 */
export class OwnerLock {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @throws AmbitError `BACKEND_UNAVAILABLE` where somebody has it. */
  static take(folder: string): Promise<OwnerLock> {
    const name = `\0ambit-sandboxes-${createHash("sha256").update(folder).digest("hex")}`;
    const server = createServer((socket) => socket.destroy());
    server.unref();
    return new Promise((resolve, reject) => {
      server.once("error", (cause) => reject(new AmbitError("BACKEND_UNAVAILABLE", "The folder of sandboxes belongs to another provider that lives. Close that one, or use a folder of your own.", { cause })));
      server.listen(name, () => resolve(new OwnerLock(server)));
    });
  }

  release(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
