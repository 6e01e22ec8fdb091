import type { SandboxBackend } from "@ambit/api-types";
import { type FixtureForm, fixturePlugin } from "../fixture-plugin.ts";
import type { ConformanceCase } from "../sandbox/conformance-case.ts";
import { openStage } from "../sandbox/stage.ts";

/** How one case ended on one backend. */
export type CaseEnd = { readonly passed: true } | { readonly passed: false; readonly error: unknown };

/** Milliseconds that a broken backend is waited for. */
const PATIENCE = 2500;

/** Runs one case by itself, and says how it ended in place of failing. */
export async function runCase(one: ConformanceCase, form: FixtureForm, makeBackend: () => SandboxBackend): Promise<CaseEnd> {
  const stage = openStage(makeBackend(), fixturePlugin(form), makeBackend, PATIENCE);
  try {
    await one.run(stage);
    return { passed: true };
  } catch (error) {
    return { passed: false, error };
  } finally {
    // What a broken backend does at its end is not what the case is about.
    await stage.clear().catch(() => {});
  }
}
