import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { $init, generate } from "@bytecodealliance/jco-transpile/component";

/** Makes JavaScript and core modules of a component, as jco's own command does: once, ahead of any instance. */
export async function translated(file: string): Promise<readonly (readonly [string, Uint8Array])[]> {
  await $init;
  return generate(readFileSync(file), { name: "component", instantiation: { tag: "sync" }, map: [], noTypescript: true, noNodejsCompat: true, tlaCompat: false, base64Cutoff: 0, noNamespacedExports: true }).files;
}

/** A component on jco and preview2-shim in a worker of its own, which alone can end a loop. */
export class JcoPlugin {
  readonly #worker: Worker;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  static async start(files: readonly (readonly [string, Uint8Array])[]): Promise<JcoPlugin> {
    const worker = new Worker(new URL("./jco-plugin-worker.ts", import.meta.url), { workerData: { files } });
    await once(worker, "message");
    return new JcoPlugin(worker);
  }

  /** Begins a call of a tool. */
  begin(tool: string): void {
    this.#worker.postMessage(tool);
  }

  async call(tool: string): Promise<string> {
    this.begin(tool);
    const [answer] = (await once(this.#worker, "message")) as [string];
    return answer;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
