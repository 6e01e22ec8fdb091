import type { SandboxProvider } from "@ambit/api-types";
import type { RegisterTest } from "../sandbox/conformance-case.ts";
import { providerCases } from "./all-provider-cases.ts";
import type { ProviderCase } from "./provider-case.ts";
import type { MakeGround } from "./provider-ground.ts";
import { openProviderStage } from "./provider-stage.ts";

/** How the suite meets the test runner. */
export interface ProviderConformanceOptions {
  /** `test` of the runner. Give each test five minutes: a case fails by itself long before. */
  readonly test: RegisterTest;
}

/**
 * Registers the tests that a `sandbox@2` provider must pass, each on a ground of its own. There is no way to leave one out: what
 * a provider says it cannot keep, it must refuse, and that is tested instead.
 *
 * @param label - What the provider is called in the report.
 */
export function runSandboxProviderConformance(label: string, makeGround: MakeGround, { test }: ProviderConformanceOptions): void {
  for (const one of providerCases) test(`${label}: ${one.group}: ${one.name}`, () => runProviderCase(one, makeGround));
}

/** Runs one case by itself, on a provider that something may have been done to. */
export async function runProviderCase(one: ProviderCase, makeGround: MakeGround, wrap?: (provider: SandboxProvider) => SandboxProvider): Promise<void> {
  const stage = await openProviderStage(await makeGround(), wrap);
  try {
    await one.run(stage);
  } finally {
    await stage.clear();
  }
}
