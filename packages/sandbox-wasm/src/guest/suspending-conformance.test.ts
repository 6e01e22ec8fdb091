import { type ConformanceGroup, conformanceCases, runConformanceCases } from "@ambit/conformance-suite";
import { test } from "vitest";
import { wasmBackend } from "../backend/wasm-backend.ts";

/** The groups in which it could matter that a guest may be suspended; walls and folders are the same code either way. */
const groups: readonly ConformanceGroup[] = ["lifecycle", "calls", "errors", "host calls", "state", "concurrency", "notifications", "cancellation"];

runConformanceCases("wasm, every guest suspendable", () => wasmBackend({ suspend: "always" }), conformanceCases.filter(({ group }) => groups.includes(group)), { test: (name, run) => test(name, run, 60_000) });
