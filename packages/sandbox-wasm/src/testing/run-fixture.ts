import { readFileSync } from "node:fs";
import { webAssembly, type WasmInstance, type WasmMemory, type WasmModule } from "../engine/web-assembly.ts";
import { Preview1Host, preview1ModuleName, type Preview1Options, type RunOutcome } from "../preview1/host/preview1-host.ts";
import { OutputBytes } from "../preview1/stream/output-bytes.ts";

const modules = new Map<string, WasmModule>();

/** Compiles one of the fixtures, once. */
export function fixture(name: string): WasmModule {
  const url = new URL(`../../fixtures/${name}/${name}.wasm`, import.meta.url);
  const module = modules.get(name) ?? new webAssembly.Module(new Uint8Array(readFileSync(url)));
  modules.set(name, module);
  return module;
}

/** An instance of a fixture on a host of its own. */
export function instantiate(name: string, host: Preview1Host): WasmInstance {
  const instance = new webAssembly.Instance(fixture(name), { [preview1ModuleName]: host.functions as unknown as Record<string, unknown> });
  host.attach(instance.exports["memory"] as WasmMemory);
  return instance;
}

/** What became of a command fixture. */
export interface FixtureRun {
  readonly outcome: RunOutcome;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command fixture to its end. */
export function runFixture(name: string, options: Preview1Options = {}): FixtureRun {
  const stdout = new OutputBytes(65_536);
  const stderr = new OutputBytes(65_536);
  using host = new Preview1Host({ stdout, stderr, ...options });
  const instance = instantiate(name, host);
  const outcome = host.run(instance.exports["_start"] as () => void);
  return { outcome, stdout: stdout.text, stderr: stderr.text };
}
