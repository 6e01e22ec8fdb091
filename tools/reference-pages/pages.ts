import { callMethods, callTable, errorRegistry, limitTable } from "@ambit/api-types";
import type { CallDefinition } from "@ambit/api-types";
import { cExamples, typeScriptExamples } from "./call-examples.ts";
import { callsPage } from "./calls-page.ts";
import { errorIndex } from "./error-page.ts";
import { limitsPage } from "./limits-page.ts";

/** Every page that is made from the tables of `api-types`, by its place; and the examples that stand in them, as programs. */
export function generatedPages(): ReadonlyMap<string, string> {
  const calls = callMethods.map((method) => callTable[method] as CallDefinition);
  return new Map([
    ["docs/reference/calls.md", callsPage(calls)],
    ["tools/reference-pages/examples/calls.ts", typeScriptExamples(calls)],
    ["tools/reference-pages/examples/calls.c", cExamples(calls)],
    ["docs/reference/limits.md", limitsPage(limitTable)],
    ["docs/errors/README.md", errorIndex(errorRegistry)],
  ]);
}
