import { test } from "vitest";
import { wasmBackend } from "./backend/wasm-backend.ts";
import { runWasmSandboxConformance } from "./testing/conformance/run-wasm-conformance.ts";

runWasmSandboxConformance("wasm", () => wasmBackend(), { test: (name, run) => test(name, run, 60_000) });
