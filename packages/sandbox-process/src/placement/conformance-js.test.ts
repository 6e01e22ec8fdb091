import { runSandboxConformance } from "@ambit/conformance-suite";
import { jsBackend } from "@ambit/sandbox-js";
import { afterAll, test } from "vitest";
import { createConfiner } from "../confine/confiner.ts";
import { processBackend } from "./process-backend.ts";

const confiner = createConfiner();
afterAll(() => confiner.close());

runSandboxConformance("js in a process", () => processBackend({ confiner, backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", from: import.meta.url }), {
  test: (name, run) => test(name, run, 60_000),
});
