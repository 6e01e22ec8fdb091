import { AmbitError, type CapabilityProxy, type JudgeFacts, type Preopen, type Sandbox } from "@ambit/api-types";
import type { OutboundAllowlist } from "../outbound/build-wasi-outbound-allowlist.ts";
import type { CapabilityGate } from "./capability-gate.ts";

/** One running module with what it was given. Its end releases everything. */
export interface WasmSandboxHandle extends Sandbox, AsyncDisposable {
  /** The folders it sees. */
  readonly preopens: readonly Preopen[];
  /** Where it may connect. */
  readonly outbound: OutboundAllowlist;
}

/** Facts of the judge that a host has to say; what is absent is a host without any. */
export type SandboxFacts = Partial<JudgeFacts>;

// A handle shows nothing of its gate, so that no code but this package's can put anything into it unchecked.
const gates = new WeakMap<WasmSandboxHandle, CapabilityGate>();

/** Ties a handle to its gate. */
export function tieGate(sandbox: WasmSandboxHandle, gate: CapabilityGate): void {
  gates.set(sandbox, gate);
}

/**
 * Lets a module reach proxies: from now on the import `ambit.call` and a component's imports lead to them, each call judged
 * first. A call without a proxy ends in `METHOD_NOT_FOUND`.
 *
 * @throws AmbitError `INVALID_PARAMS` for a proxy of no call of the table or of one that has a proxy, or where `sandbox` was not made
 * by `createWasmSandbox`. The sandbox is then as it was.
 */
export function installCapabilityImports(sandbox: WasmSandboxHandle, proxies: readonly CapabilityProxy[]): void {
  gateOf(sandbox).install(proxies);
}

function gateOf(sandbox: WasmSandboxHandle): CapabilityGate {
  const gate = gates.get(sandbox);
  if (gate === undefined) throw new AmbitError("INVALID_PARAMS", "The sandbox was not made by createWasmSandbox.");
  return gate;
}
