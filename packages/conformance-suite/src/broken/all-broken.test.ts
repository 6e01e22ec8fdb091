import { afterAll, expect, test } from "vitest";
import type { SandboxBackend } from "@ambit/api-types";
import { attackCases } from "../groups/attacks.ts";
import { conformanceCases } from "../groups/all-groups.ts";
import { referenceBackend, type ReferenceFaults } from "../reference/reference-backend.ts";
import { brokenBackends } from "./all-broken.ts";
import { runCase } from "./run-case.ts";

const made: SandboxBackend[] = [];
afterAll(() => Promise.all(made.map((backend) => backend.close())));

function reference(faults?: ReferenceFaults): SandboxBackend {
  const backend = referenceBackend(faults);
  made.push(backend);
  return backend;
}

function caseNamed(group: string, name: string): (typeof conformanceCases)[number] {
  const found = conformanceCases.find((one) => one.group === group && one.name === name);
  if (found === undefined) throw new Error(`No case of the group ${group} is named: ${name}`);
  return found;
}

// The reference has no preopens, and its engine stands no attack; the backends that do are broken in their own tests.
const elsewhere = new Set(["preopens", ...attackCases.map(({ group }) => group)]);
for (const { group, fault, caughtBy, wrap } of brokenBackends.filter((broken) => !elsewhere.has(broken.group))) {
  test.concurrent(`${group}: a backend that ${fault} is caught`, { timeout: 30_000 }, async () => {
    const end = await runCase(caseNamed(group, caughtBy), "js", () => wrap(reference()));
    if (end.passed) return expect.fail("the case passed on the broken backend");
    // It failed because of the fault, not because the wrapper or the case has one.
    for (const mistake of [TypeError, SyntaxError, ReferenceError]) expect(end.error).not.toBeInstanceOf(mistake);
  });
}

for (const name of ["nothing of the host shows through the language: no module, no global, no constructor leads out", "nothing that plugin code is given leads to another realm or to anything of the host", "no environment and no arguments reach a guest"]) {
  test(`isolation: a backend that runs plugins in its own realm is caught: ${name}`, async () => {
    expect((await runCase(caseNamed("isolation", name), "js", () => reference({ open: true }))).passed).toBe(false);
  });
}

test("every group has a broken backend that it catches", () => {
  const groups = new Set(conformanceCases.map(({ group }) => group));
  expect(new Set(brokenBackends.map(({ group }) => group))).toEqual(groups);
});

test("every broken backend names a case that exists", () => {
  for (const { group, caughtBy } of brokenBackends) expect(caseNamed(group, caughtBy).name).toBe(caughtBy);
});
