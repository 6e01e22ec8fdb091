import { providerCases, runProviderCase } from "@ambit/conformance-suite";
import { brokenProviders, changed } from "@ambit/conformance-suite/broken";
import { expect, test } from "vitest";
import { makeLocalGround } from "../testing/local-ground.ts";
import { unboundGround } from "../testing/unbound-ground.ts";

function caseNamed(group: string, name: string): (typeof providerCases)[number] {
  const found = providerCases.find((one) => one.group === group && one.name === name);
  if (found === undefined) throw new Error(`No case of the group ${group} is named: ${name}`);
  return found;
}

/** What a case ends in on a broken provider; it must be the case's own doing, not a slip of the wrapper. */
async function caught(run: () => Promise<void>): Promise<void> {
  const error = await run().then(() => undefined, (thrown: unknown) => thrown ?? "nothing");
  expect(error, "the case passed on the broken provider").toBeDefined();
  for (const slip of [TypeError, SyntaxError, ReferenceError]) expect(error).not.toBeInstanceOf(slip);
}

for (const { group, fault, caughtBy, wrap } of brokenProviders) {
  test(`${group}: a provider that ${fault} is caught`, { timeout: 300_000 }, () => caught(() => runProviderCase(caseNamed(group, caughtBy), () => makeLocalGround(), wrap)));
}

test("time limits: a provider whose limit dies with it is caught", { timeout: 300_000 }, () =>
  caught(() => runProviderCase(caseNamed("time limits", "a command ends inside at its limit when its provider was killed"), unboundGround)));

test("a provider that is wrapped and not broken passes", { timeout: 300_000 }, () =>
  runProviderCase(caseNamed("creation", "every root is there and can be written, and commands begin in /workspace"), () => makeLocalGround(), (real) => changed(real, {})));

test("every group has a broken provider that it catches", () => {
  expect(new Set(brokenProviders.map(({ group }) => group))).toEqual(new Set(providerCases.map(({ group }) => group)));
});
