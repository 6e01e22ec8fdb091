import { runSandboxConformance } from "@ambit/conformance-suite";
import { createConfiner } from "@ambit/sandbox-process";
import { afterAll, test } from "vitest";
import { v8Backend } from "./v8-backend.ts";

const confiner = createConfiner();
afterAll(() => confiner.close());

runSandboxConformance("v8", () => v8Backend({ confiner }), { test: (name, run) => test(name, run, 60_000) });
