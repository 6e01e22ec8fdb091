import { runSandboxProviderConformance } from "@ambit/conformance-suite";
import { test } from "vitest";
import { plainUser } from "../testing/confined-rig.ts";
import { makeLocalGround } from "../testing/local-ground.ts";

const options = process.getuid?.() === 0 ? { confine: { runAs: plainUser } } : {};

runSandboxProviderConformance("local, as a plain user, in folders", () => makeLocalGround({ ...options, disk: "folder" }), { test: (name, run) => test(name, run, 300_000) });
