import { providerCases, runProviderCase, runSandboxProviderConformance } from "@ambit/conformance-suite";
import { test } from "vitest";
import { makeDockerGround } from "./testing/docker-ground.ts";
import { registerOwnPromises } from "./testing/own-promises.ts";
import { DASH_IMAGE } from "./test-engine/test-image.ts";
import { withEngine } from "./testing/with-engine.ts";

const MINUTES = 300_000;

await withEngine((engine) => {
  runSandboxProviderConformance("docker", () => makeDockerGround(engine), { test: (name, run) => test(name, run, MINUTES) });
  // The cases that stand on scripts of ours, with another shell.
  for (const one of providerCases.filter(({ group, name }) => ["tags", "output", "files"].includes(group) || /tree|forked|ignores|provider was killed|flood/.test(name))) {
    test(`docker, with Debian's shell: ${one.group}: ${one.name}`, () => runProviderCase(one, () => makeDockerGround(engine, DASH_IMAGE)), MINUTES);
  }
  registerOwnPromises(engine);
});
