import type { JsonValue, Preopen, Sandbox, SandboxCallOptions, SandboxExit, SandboxUsage } from "@ambit/api-types";
import type { OutboundAllowlist } from "../outbound/build-wasi-outbound-allowlist.ts";
import type { CallAllowance } from "./call-allowance.ts";
import type { WasmSandboxHandle } from "./wasm-sandbox-handle.ts";

/** What a {@link RunningModule} stands on. */
export interface ModuleHolding {
  readonly allowance: CallAllowance;
  readonly preopens: readonly Preopen[];
  readonly outbound: OutboundAllowlist;
  /** Releases what is held for the module; called once, when it has ended. */
  readonly release: () => Promise<void>;
}

/** A module in its sandbox, with the count of its calls to the host and the release of what it was given. */
export class RunningModule implements WasmSandboxHandle {
  readonly preopens: readonly Preopen[];
  readonly outbound: OutboundAllowlist;
  readonly exited: Promise<SandboxExit>;
  readonly #sandbox: Sandbox;
  readonly #allowance: CallAllowance;

  constructor(sandbox: Sandbox, { allowance, preopens, outbound, release }: ModuleHolding) {
    this.#sandbox = sandbox;
    this.#allowance = allowance;
    this.preopens = preopens;
    this.outbound = outbound;
    this.exited = sandbox.exited.then(async (exit) => {
      await release();
      return exit;
    });
  }

  async call(method: string, params: JsonValue, options?: SandboxCallOptions): Promise<JsonValue> {
    this.#allowance.begin();
    try {
      return await this.#sandbox.call(method, params, options);
    } finally {
      this.#allowance.end();
    }
  }

  notify(method: string, params: JsonValue): void {
    this.#sandbox.notify(method, params);
  }

  async dispose(): Promise<void> {
    await this.#sandbox.dispose();
    await this.exited;
  }

  usage(): Promise<SandboxUsage> {
    return this.#sandbox.usage();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}
