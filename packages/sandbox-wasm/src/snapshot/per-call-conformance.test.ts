import type { SandboxBackend } from "@ambit/api-types";
import { type ConformanceCase, conformanceCases, runConformanceCases } from "@ambit/conformance-suite";
import { test } from "vitest";
import { wasmBackend } from "../backend/wasm-backend.ts";

/** The backend with a pristine instance for each call, whatever the fixture's manifest says; nothing is kept between two calls then. */
function perCallBackend(): SandboxBackend {
  const backend = wasmBackend();
  return {
    specificationVersion: 1,
    name: backend.name,
    supports: { ...backend.supports, keepsState: false, concurrentHostCalls: false },
    isAvailable: () => backend.isAvailable(),
    create: (spec) => backend.create("wasm" in spec.run ? { ...spec, run: { ...spec.run, instances: "per-call" } } : spec),
    close: () => backend.close(),
  };
}

/** Every case that is about a guest which keeps nothing and takes one call at a time, as the fixture is here. */
const cases: readonly ConformanceCase[] = conformanceCases.map((one) => ({
  ...one,
  about: ({ supports, fixture }) => one.about?.({ supports, fixture: { ...fixture, keepsState: false, concurrent: false } }) ?? true,
}));

runConformanceCases("wasm, an instance per call", perCallBackend, cases, { test: (name, run) => test(name, run, 60_000) });
