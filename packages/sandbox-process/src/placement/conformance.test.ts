import { runSandboxConformance } from "@ambit/conformance-suite";
import { jsBackend } from "@ambit/sandbox-js";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { afterAll, test } from "vitest";
import { createConfiner } from "../confine/confiner.ts";
import { processBackend } from "./process-backend.ts";

const confiner = createConfiner();
afterAll(() => confiner.close());
const from = import.meta.url;

runSandboxConformance("js in a process", () => processBackend({ confiner, backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", from }), { test: (name, run) => test(name, run, 60_000) });
runSandboxConformance("wasm in a process", () => processBackend({ confiner, backend: wasmBackend(), packageName: "@ambit/sandbox-wasm", factory: "wasmBackend", from }), { test: (name, run) => test(name, run, 60_000) });
