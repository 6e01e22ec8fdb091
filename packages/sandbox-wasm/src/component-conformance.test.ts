import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { wasmBackend } from "./backend/wasm-backend.ts";
import { runWasmSandboxConformance } from "./testing/conformance/run-wasm-conformance.ts";

const cacheFolder = mkdtempSync(join(tmpdir(), "ambit-components-"));
afterAll(() => rmSync(cacheFolder, { recursive: true, force: true }));

/** The other forms are tried without components, in a file of their own. */
const isOfComponents = (name: string): boolean => name.includes("wasm:component") || name.endsWith("closes when all is done");

runWasmSandboxConformance("wasm", () => wasmBackend({ components: { cacheFolder } }), { test: (name, run) => isOfComponents(name) && test(name, run, 60_000) });
