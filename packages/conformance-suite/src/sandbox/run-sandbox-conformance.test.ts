import { test } from "vitest";
import { referenceBackend } from "../reference/reference-backend.ts";
import { runSandboxConformance } from "./run-sandbox-conformance.ts";

runSandboxConformance("reference", referenceBackend, { test: (name, run) => test(name, run, 60_000) });
