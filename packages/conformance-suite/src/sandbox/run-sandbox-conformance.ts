import { AssertionError } from "node:assert/strict";
import type { RunKind, SandboxBackend } from "@ambit/api-types";
import { type FixtureForm, fixtureForms, fixturePlugin } from "../fixture-plugin.ts";
import { conformanceCases } from "../groups/all-groups.ts";
import type { ConformanceCase, RegisterTest } from "./conformance-case.ts";
import { openStage } from "./stage.ts";

/** Makes a fresh backend; called once for most cases, and again by the cases about closing. */
export type MakeSandbox = () => SandboxBackend;

/** How the suite meets the test runner. */
export interface ConformanceOptions {
  /** `test` of the runner. Give each test a minute: a case fails by itself long before. */
  readonly test: RegisterTest;
}

/**
 * Registers the tests that a backend must pass, for every form of the fixture plugin that it claims to run. There is no
 * way to leave one out: what a backend does not claim, it must refuse, and that is tested instead.
 *
 * @param label - What the backend is called in the report.
 */
export function runSandboxConformance(label: string, makeSandbox: MakeSandbox, options: ConformanceOptions): void {
  runConformanceCases(label, makeSandbox, conformanceCases, options);
}

/** Registers some cases as {@link runSandboxConformance} does all; for the further cases of one kind of backend. */
export function runConformanceCases(label: string, makeSandbox: MakeSandbox, cases: readonly ConformanceCase[], { test }: ConformanceOptions): void {
  const backend = makeSandbox();
  for (const kind of backend.supports.runs) {
    const forms = fixtureForms.filter((form) => fixturePlugin(form).kind === kind);
    if (forms.length === 0) test(`${label}: ${kind}`, () => Promise.reject(noFixture(kind)));
    for (const form of forms) registerForm(label, backend, makeSandbox, form, cases, test);
  }
  test(`${label}: the backend closes when all is done`, () => backend.close());
}

function registerForm(label: string, backend: SandboxBackend, makeSandbox: MakeSandbox, form: FixtureForm, cases: readonly ConformanceCase[], test: RegisterTest): void {
  const fixture = fixturePlugin(form);
  for (const { group, name, about, run } of cases) {
    if (about?.({ supports: backend.supports, fixture }) === false) continue;
    test(`${label}: ${form}: ${group}: ${name}`, async () => {
      const stage = openStage(backend, fixture, makeSandbox);
      try {
        await run(stage);
      } finally {
        await stage.clear();
      }
    });
  }
}

/** A form of run that the suite has no fixture for has passed nothing. */
function noFixture(kind: RunKind): AssertionError {
  return new AssertionError({ message: `The suite has no fixture plugin for ${kind}: a backend that claims it cannot conform yet.` });
}
