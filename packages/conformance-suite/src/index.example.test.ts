import { expect, it } from "vitest";
import { referenceBackend } from "./reference/reference-backend.ts";
import { conformanceCases, fixturePlugin, runSandboxConformance } from "./index.ts";

it("runs the README's example", async () => {
  const tests = new Map<string, () => Promise<void>>();
  runSandboxConformance("my backend", () => referenceBackend(), { test: (name, run) => void tests.set(name, run) });

  await tests.get("my backend: js: calls: each of many calls gets its own answer")?.();
  await tests.get("my backend: the backend closes when all is done")?.();
  expect(tests.size).toBeGreaterThan(100);
});

it("gives the fixture plugin as data", () => {
  expect(fixturePlugin("js").run).toEqual({ js: "run.js" });
  expect(fixturePlugin("wasm:preview1").manifest.id).toBe("conformance-wasm");
  expect(new Set(conformanceCases.map(({ group, name }) => `${group}: ${name}`)).size).toBe(conformanceCases.length);
});
