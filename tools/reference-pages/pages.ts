import { callMethods, callTable, errorRegistry, limitTable } from "@ambit/api-types";
import type { CallDefinition } from "@ambit/api-types";
import { callsPage } from "./calls-page.ts";
import { errorIndex } from "./error-page.ts";
import { limitsPage } from "./limits-page.ts";

/** Every page that is made from the tables of `api-types`, by its place. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ["docs/reference/calls.md", callsPage(callMethods.map((method) => callTable[method] as CallDefinition))],
    ["docs/reference/limits.md", limitsPage(limitTable)],
    ["docs/errors/README.md", errorIndex(errorRegistry)],
  ]);
}
