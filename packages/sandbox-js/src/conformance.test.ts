import { runSandboxConformance } from "@ambit/conformance-suite";
import { test } from "vitest";
import { jsBackend } from "./js-backend.ts";

runSandboxConformance("js", () => jsBackend(), { test: (name, run) => test(name, run, 60_000) });
