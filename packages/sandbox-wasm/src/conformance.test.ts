import { runSandboxConformance } from "@ambit/conformance-suite";
import { test } from "vitest";
import { wasmBackend } from "./backend/wasm-backend.ts";

runSandboxConformance("wasm", () => wasmBackend(), { test: (name, run) => test(name, run, 60_000) });
