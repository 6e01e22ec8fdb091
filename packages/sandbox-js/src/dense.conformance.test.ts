import { runSandboxConformance } from "@ambit/conformance-suite";
import { densePlacement } from "@ambit/worker-host";
import { test } from "vitest";
import { jsBackend } from "./js-backend.ts";

runSandboxConformance("js, dense", () => jsBackend({ placement: densePlacement() }), { test: (name, run) => test(name, run, 60_000) });
