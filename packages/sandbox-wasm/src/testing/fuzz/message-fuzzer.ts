import { AmbitError, type CapabilityProxy, errorCodes, type SandboxBackend } from "@ambit/api-types";
import type { WasmSandboxHandle } from "../../sandbox/wasm-sandbox-handle.ts";
import { openModule, runTool } from "../open-module.ts";
import { fuzzedMessage } from "./fuzz-input.ts";
import type { FuzzOutcome } from "./fuzz-outcome.ts";
import { sayingGuest, toSay } from "./saying-guest.ts";

const proxies: readonly CapabilityProxy[] = [
  { method: "kv/get", run: async () => ({ result: { found: false, value: null } }) },
  { method: "kv/set", run: async () => ({ result: {} }) },
  { method: "log", run: async () => ({ result: {} }) },
];

/** Most messages that one guest says: what it asked and nobody waits for is still its own. */
const MOST_MESSAGES = 100;

/** Has guests in real workers say mutated messages; one goes on until the host ends it, as it must where no plugin speaks so. */
export class MessageFuzzer implements AsyncDisposable {
  readonly #backend: SandboxBackend;
  readonly #guest: Uint8Array = sayingGuest();
  readonly #faults: unknown[] = [];
  #sandbox: WasmSandboxHandle | undefined;
  #calls = 0;

  constructor(backend: SandboxBackend) {
    this.#backend = backend;
  }

  async run(seed: number): Promise<FuzzOutcome> {
    const message = Buffer.from(fuzzedMessage(seed));
    try {
      const sandbox = await this.#open();
      // Ids count from 1, which is that of initialize.
      const id = ++this.#calls + 1;
      const said = Buffer.from(message.toString("latin1").replaceAll('"id":2,', `"id":${id},`), "latin1");
      await runTool(sandbox, "run", { text: toSay(said, `{"jsonrpc":"2.0","id":${id},"result":"after"}`) });
      if (this.#calls >= MOST_MESSAGES) await this.#close();
      return this.#outcome(seed, "answered");
    } catch (error) {
      // What the guest returned as an error of its own leaves it alive; whatever ended it, a closed one is as good.
      await this.#close();
      const known = AmbitError.isInstance(error) && errorCodes.includes(error.code) && error.code !== "INTERNAL_ERROR";
      if (!known) this.#faults.push(error);
      return this.#outcome(seed, known ? error.code : "fault");
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }

  async #open(): Promise<WasmSandboxHandle> {
    return (this.#sandbox ??= await openModule(this.#guest, {
      backend: this.#backend, proxies, limits: { callSeconds: 5, cpuMillis: 1000, memoryMb: 16 }, onInternalError: (error) => this.#faults.push(error),
    }));
  }

  async #close(): Promise<void> {
    const sandbox = this.#sandbox;
    this.#sandbox = undefined;
    this.#calls = 0;
    await sandbox?.dispose();
  }

  #outcome(seed: number, end: string): FuzzOutcome {
    const fault = this.#faults.shift();
    return { seed, kind: "message", end, ...(fault !== undefined && { fault }) };
  }
}
