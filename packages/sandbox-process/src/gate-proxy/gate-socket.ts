import { randomUUID } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A user of the host. */
export interface SocketOwner {
  readonly uid: number;
  readonly gid: number;
}

const NAME = /^ambit-gate-(\d+)-/;

/** A socket in a folder that no other user of the host can enter. */
export class GateSocket {
  readonly path: string;
  readonly #folder: string;
  readonly #owner: SocketOwner | undefined;

  constructor(owner: SocketOwner | undefined) {
    removeStale();
    this.#owner = owner;
    this.#folder = mkdtempSync(join(tmpdir(), `ambit-gate-${process.pid}-`));
    this.path = join(this.#folder, randomUUID().slice(0, 8));
  }

  /** Lets a server listen on it. */
  listen(server: Server): Promise<void> {
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.path, () => {
        chmodSync(this.path, 0o600);
        for (const path of this.#owner === undefined ? [] : [this.path, this.#folder]) chownSync(path, this.#owner?.uid ?? 0, this.#owner?.gid ?? 0);
        resolve();
      });
    });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Removes sockets of hosts that were killed. */
function removeStale(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && Number(pid) !== process.pid && !existsSync(`/proc/${pid}`)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
