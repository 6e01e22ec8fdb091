import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AmbitError, type JsonValue, type LimitName, type PermissionsDeclaration } from "@ambit/api-types";
import { createWasmSandbox, type WasmSandboxOptions } from "../sandbox/create-wasm-sandbox.ts";
import type { WasmSandboxHandle } from "../sandbox/wasm-sandbox-handle.ts";
import { assemble } from "../../scripts/assemble.ts";
import { samplePolicy } from "./sample-policy.ts";

/** How a test's module is run. */
export interface ModuleOptions extends Omit<Partial<WasmSandboxOptions>, "wasmModulePath" | "policy"> {
  readonly permissions?: PermissionsDeclaration;
  readonly limits?: Readonly<Partial<Record<LimitName, number>>>;
}

/** Starts a module, given as text or bytes, in a real worker. */
export async function openModule(module: string | Uint8Array, { permissions, limits, ...options }: ModuleOptions = {}): Promise<WasmSandboxHandle> {
  const folder = mkdtempSync(join(tmpdir(), "ambit-module-"));
  try {
    const wasmModulePath = join(folder, "run.wasm");
    writeFileSync(wasmModulePath, typeof module === "string" ? assemble(module) : module);
    return await createWasmSandbox({ wasmModulePath, policy: samplePolicy(permissions, limits), proxies: [], ...options });
  } finally {
    // The module is compiled by now; nothing reads its file again.
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a tool of a module's sandbox. */
export function runTool(sandbox: WasmSandboxHandle, tool = "run", args: JsonValue = {}): Promise<JsonValue> {
  return sandbox.call("tool/call", { tool, arguments: args });
}

/** What a module comes to: its answer, or the error that starting or running it ends in. */
export async function outcomeOf(module: string | Uint8Array, options: ModuleOptions = {}): Promise<JsonValue | AmbitError> {
  try {
    await using sandbox = await openModule(module, options);
    return await runTool(sandbox);
  } catch (error) {
    if (AmbitError.isInstance(error)) return error;
    throw error;
  }
}

/** A command of preview1 out of its imports (`name (type)` each), what else it declares, and the body of its start. */
export function command(imports: readonly string[], body: string, more = '(memory (export "memory") 1)'): string {
  const lines = imports.map((line) => {
    const [name = "", ...type] = line.split(" ");
    return `(import "wasi_snapshot_preview1" "${name}" (func $${name} ${type.join(" ")}))`;
  });
  return `(module ${lines.join("\n")} ${more} (func (export "_start") ${body}))`;
}
