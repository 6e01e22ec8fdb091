import type { PluginManifest } from "@ambit/api-types";
import { type CodeFacts, mentions } from "./code-facts.ts";

/** A part of the manifest that the code seems not to handle. */
export interface UnhandledPart {
  /** Keys and indexes from the manifest's root. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The tools, hooks and routes of a manifest whose names no code of a script plugin has. A hint, as all that a scan tells. */
export function unhandledParts({ tools, hooks, routes = [] }: PluginManifest, facts: CodeFacts): readonly UnhandledPart[] {
  const has = (name: string): boolean => facts.names.has(name) || mentions(facts, name);
  return [
    ...tools.flatMap(({ name, script }, at) => (script !== undefined || has(name) ? [] : [{ path: ["tools", at, "name"], message: `no code handles the tool "${name}"` }])),
    ...hooks.flatMap(({ name }, at) => (has(name) ? [] : [{ path: ["hooks", at, "name"], message: `no code handles the hook "${name}"` }])),
    ...routes.flatMap(({ name }, at) => (has(name) ? [] : [{ path: ["routes", at, "name"], message: `no code handles the route "${name}"` }])),
  ];
}
