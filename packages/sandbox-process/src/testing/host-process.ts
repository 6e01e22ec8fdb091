import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { DoomedOrder } from "./doomed-host.ts";

const script = fileURLToPath(new URL("./doomed-host.ts", import.meta.url));

/** A host in a process of its own, for tests of what becomes of children when it dies or stops. */
export class HostProcess {
  readonly process: ChildProcess;
  #text = "";

  constructor(order: DoomedOrder, user?: { readonly uid: number; readonly gid: number }) {
    this.process = spawn(process.execPath, ["--conditions=@ambit/source", script, JSON.stringify(order)], { env: {}, cwd: "/", stdio: ["ignore", "pipe", "pipe"], ...user });
    for (const stream of [this.process.stdout, this.process.stderr]) stream?.on("data", (piece: Buffer) => (this.#text += piece.toString()));
  }

  /** All that was printed so far. */
  get text(): string {
    return this.#text;
  }

  /** Waits until it has printed a text. */
  async printed(text: string): Promise<void> {
    await until(() => this.#text.includes(text) || this.process.exitCode !== null, 20_000);
    if (!this.#text.includes(text)) throw new Error(`The host printed: ${this.#text}`);
  }

  async ended(): Promise<void> {
    await until(() => this.process.exitCode !== null || this.process.signalCode !== null, 20_000);
  }
}

/** Waits until something holds. */
export async function until(holds: () => boolean, millis: number): Promise<void> {
  const end = performance.now() + millis;
  while (!holds()) {
    if (performance.now() > end) throw new Error("It did not come to hold in time.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
