import { conformanceCases, runConformanceCases } from "@ambit/conformance-suite";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { afterAll, test } from "vitest";
import { createConfiner } from "../confine/confiner.ts";
import { processBackend } from "./process-backend.ts";

const confiner = createConfiner();
afterAll(() => confiner.close());

/** What the process changes beside what the whole suite shows for JavaScript: folders, limits of another engine, modules that are refused. */
const cases = conformanceCases.filter(({ group }) => ["preopens", "limits", "refusals"].includes(group));

runConformanceCases("wasm in a process", () => processBackend({ confiner, backend: wasmBackend(), packageName: "@ambit/sandbox-wasm", factory: "wasmBackend", from: import.meta.url }), cases, {
  test: (name, run) => test(name, run, 60_000),
});
