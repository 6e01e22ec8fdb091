import { createHash, randomUUID } from "node:crypto";
import { basename, dirname, resolve } from "node:path";
import type { AmbitError, CapabilityProxy, JsonObject, JsonValue, PermissionPolicy, ProxyInstance, Sandbox, SandboxBackend, SandboxSpec, WasmRun } from "@ambit/api-types";
import type { RootMount } from "@ambit/sandbox-permissions";
import { readModuleFile } from "../backend/read-module-file.ts";
import { wasmBackend, type WasmBackendOptions } from "../backend/wasm-backend.ts";
import { buildWasiOutboundAllowlist } from "../outbound/build-wasi-outbound-allowlist.ts";
import { buildWasiPreopens } from "../preopens/build-wasi-preopens.ts";
import { bareFacts } from "./bare-facts.ts";
import { CallAllowance } from "./call-allowance.ts";
import { CapabilityGate } from "./capability-gate.ts";
import { RunningModule } from "./running-module.ts";
import { type SandboxFacts, tieGate, type WasmSandboxHandle } from "./wasm-sandbox-handle.ts";

/** What {@link createWasmSandbox} takes. */
export interface WasmSandboxOptions {
  /** The module's file. Its folder is what a guest sees as `/plugin` where its policy and `roots` say so. */
  readonly wasmModulePath: string;
  /** What the module may do; made by `compilePolicy`. */
  readonly policy: PermissionPolicy;
  /** The host side of the calls it can make. */
  readonly proxies: readonly CapabilityProxy[];
  /** Where each root of the policy is. A root without a place is not there for the module. */
  readonly roots?: Readonly<Record<string, RootMount>>;
  /** How the module is started; its ABI is preview1 where this says nothing. */
  readonly run?: Omit<Partial<WasmRun>, "wasm">;
  readonly config?: JsonObject;
  /** Language of its person; default `en`. */
  readonly lang?: string;
  readonly facts?: SandboxFacts;
  /** Counts: `plugin.permission_denied_total` with the label `capability`. */
  readonly onMetric?: (name: string, labels: Readonly<Record<string, string>>) => void;
  /** Hears of each refusal; a denied connect has the code `SAND_WASM_OUTBOUND_DENIED`. */
  readonly onDenied?: (error: AmbitError) => void;
  /** Takes what was thrown and is nobody's fault but the host's. */
  readonly onInternalError?: (error: unknown) => void;
  /** A backend to run it on, which then stays open for its owner; one of its own where absent. */
  readonly backend?: SandboxBackend;
  /** For a backend of its own. */
  readonly backendOptions?: WasmBackendOptions;
}

/**
 * Runs one module in a worker of its own, under a policy, and answers its calls by the proxies. For whoever wants a sandbox and
 * no plugin host: there is no journal, no consent and no restart.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE`, `SAND_WASM_IMPORT_UNKNOWN`, `SAND_WASM_MEMORY_REFUSED`,
 * `SAND_WASM_WASI_VERSION_UNSUPPORTED`, `SAND_WASM_INSTANTIATION_FAILED` or `SAND_WASM_PREOPEN_DENIED`; then nothing is left open.
 */
export async function createWasmSandbox(options: WasmSandboxOptions): Promise<WasmSandboxHandle> {
  const { policy, proxies, roots = {} } = options;
  const facts = { ...bareFacts(), ...options.facts };
  const allowance = new CallAllowance(policy.limits.hostCalls);
  let sandbox: Sandbox | undefined;
  const notify = (method: string, params: JsonValue): void => sandbox?.notify(method, params);
  const instance: ProxyInstance = { instanceId: randomUUID(), pluginId: policy.pluginId, policy, notify };
  const gate = new CapabilityGate({
    instance,
    facts,
    allowance,
    onMetric: options.onMetric ?? ignore,
    onDenied: options.onDenied ?? ignore,
    onInternalError: options.onInternalError ?? ignore,
  });
  gate.install(proxies);
  const preopens = buildWasiPreopens(policy, roots);
  const backend = options.backend ?? wasmBackend({ warmWorkers: 0, ...options.backendOptions });
  const release = async (): Promise<void> => {
    await gate.close().catch(options.onInternalError ?? ignore);
    if (options.backend === undefined) await backend.close();
  };
  try {
    sandbox = await backend.create(await specOf(options, instance, gate, preopens));
  } catch (error) {
    await release();
    throw error;
  }
  const handle = new RunningModule(sandbox, { allowance, preopens, outbound: buildWasiOutboundAllowlist(policy, facts), release });
  tieGate(handle, gate);
  return handle;
}

async function specOf(options: WasmSandboxOptions, instance: ProxyInstance, gateway: CapabilityGate, preopens: SandboxSpec["preopens"]): Promise<SandboxSpec> {
  const path = resolve(options.wasmModulePath);
  const bytes = await readModuleFile(dirname(path), basename(path));
  return {
    instanceId: instance.instanceId,
    plugin: { id: options.policy.pluginId, version: options.policy.version },
    run: { abi: "preview1", ...options.run, wasm: basename(path) },
    bundleDir: dirname(path),
    bundleDigest: createHash("sha256").update(bytes).digest("hex"),
    policy: options.policy,
    preopens,
    config: options.config ?? {},
    lang: options.lang ?? "en",
    gateway,
  };
}

function ignore(): void {}
