import { runSandboxProviderConformance } from "@ambit/conformance-suite";
import { test } from "vitest";
import { makeLocalGround } from "../testing/local-ground.ts";

runSandboxProviderConformance("local", () => makeLocalGround(), { test: (name, run) => test(name, run, 300_000) });
