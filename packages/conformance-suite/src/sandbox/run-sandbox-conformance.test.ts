import { test } from "vitest";
import { attackCases, wayOutCases } from "../groups/attacks.ts";
import { conformanceCases } from "../groups/all-groups.ts";
import { referenceBackend } from "../reference/reference-backend.ts";
import { runConformanceCases } from "./run-sandbox-conformance.ts";

// The reference is plain V8 in a thread, and no boundary: what attacks an engine is tried on real ones, in their packages.
const attacks = new Set([...attackCases, ...wayOutCases]);
runConformanceCases("reference", referenceBackend, conformanceCases.filter((one) => !attacks.has(one)), { test: (name, run) => test(name, run, 60_000) });
