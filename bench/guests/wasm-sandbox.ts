import { defaultCeilings, type LimitName, type PermissionsDeclaration } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { createWasmSandbox, type WasmSandboxHandle, type WasmSandboxOptions } from "@ambit/sandbox-wasm";

/** How a workload's module is run. */
export interface BenchModule extends Omit<Partial<WasmSandboxOptions>, "policy" | "wasmModulePath"> {
  readonly permissions?: PermissionsDeclaration;
  readonly limits?: Readonly<Partial<Record<LimitName, number>>>;
}

/** One module in its sandbox: judge, validation and worker as a host has them, no journal. */
export function wasmSandbox(wasmModulePath: string, { permissions = {}, limits = {}, ...options }: BenchModule = {}): Promise<WasmSandboxHandle> {
  const manifest = { id: "bench", version: "1.0.0", permissions, limits: { callSeconds: 30, cpuMillis: 10_000, hostCalls: 1000, ...limits } };
  const policy = compilePolicy({ manifest, removed: [], host: { roots: { workspace: { access: "write" } }, ceilings: defaultCeilings } });
  return createWasmSandbox({ wasmModulePath, policy, proxies: [], ...options });
}
