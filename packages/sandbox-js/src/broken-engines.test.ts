import type { SandboxBackend } from "@ambit/api-types";
import { attackCases } from "@ambit/conformance-suite";
import { brokenBackends, runCase } from "@ambit/conformance-suite/broken";
import { afterAll, expect, test } from "vitest";
import { jsBackend } from "./js-backend.ts";

const made: SandboxBackend[] = [];
afterAll(() => Promise.all(made.map((backend) => backend.close())));

const groups = new Set(attackCases.map(({ group }) => group));

for (const { group, fault, caughtBy, wrap } of brokenBackends.filter((broken) => groups.has(broken.group))) {
  test(`${group}: an engine that ${fault} is caught`, { timeout: 60_000 }, async () => {
    const found = attackCases.find((one) => one.group === group && one.name === caughtBy);
    if (found === undefined) throw new Error(`No case of the group ${group} is named: ${caughtBy}`);
    const end = await runCase(found, "js", () => {
      const backend = jsBackend();
      made.push(backend);
      return wrap(backend);
    });
    if (end.passed) return expect.fail("the case passed on the broken engine");
    for (const mistake of [TypeError, SyntaxError, ReferenceError]) expect(end.error).not.toBeInstanceOf(mistake);
  });
}
