import type { ConnectionRecord, SandboxLimits } from "@ambit/api-types";
import { type EgressJudge, type GateProxy, openGateProxy } from "@ambit/sandbox-process/provider-kit";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

const SOCKET = "gate";
const CONNECTIONS_AT_ONCE = 64;

/**
 * The gate of one instance, at a place that stays the same when its provider is another one: the folder is bound into the container
 * once, and whoever uses the instance puts a socket there.
 */
export class InstanceGate {
  readonly #gate: GateProxy;
  readonly #server: Server;
  readonly #path: string;
  readonly #open = new Set<Socket>();
  #inode = 0;

  private constructor(gate: GateProxy, path: string) {
    this.#gate = gate;
    this.#path = path;
    this.#server = createServer({ allowHalfOpen: true }, (inner) => this.#join(inner));
  }

  static async open(folder: string, limits: SandboxLimits, judge: EgressJudge, onRecord: ((record: ConnectionRecord) => void) | undefined): Promise<InstanceGate> {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const proxy = openGateProxy({ judge: judge(limits), connectionsAtOnce: CONNECTIONS_AT_ONCE, ...(onRecord !== undefined && { onRecord }) });
    const gate = new InstanceGate(proxy, join(folder, SOCKET));
    await gate.#listen();
    return gate;
  }

  /** Whether it is still the one that is reached: another provider may have put its own in its place, and have gone since. */
  get reached(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false })?.ino === this.#inode;
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    const mine = this.reached;
    await new Promise((resolve) => this.#server.close(resolve));
    if (mine) rmSync(this.#path, { force: true });
    this.#gate.close();
  }

  #listen(): Promise<void> {
    rmSync(this.#path, { force: true });
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen({ path: this.#path, readableAll: true, writableAll: true }, () => {
        this.#inode = statSync(this.#path).ino;
        resolve();
      });
    });
  }

  #join(inner: Socket): void {
    this.#open.add(inner);
    inner.once("close", () => this.#open.delete(inner));
    this.#gate.take(inner);
  }
}
