import type { JudgeFacts } from "@ambit/api-types";
import type { PluginServices } from "./plugin-services.ts";

/** The plugin whose calls are judged. */
export interface FactsSubject {
  readonly pluginId: string;
  /** Addresses typed for its accounts, as they are at the moment. */
  accounts(): readonly string[];
  /** Names fenced off below a root. */
  fenced(root: string): readonly string[];
}

/** What the judge needs to know of the moment, for one plugin. */
export function pluginFacts({ roots, sharedPorts }: Pick<PluginServices, "roots" | "sharedPorts">, subject: FactsSubject): JudgeFacts {
  return {
    accounts: () => subject.accounts(),
    sharedPorts: () => sharedPorts(subject.pluginId),
    platform: process.platform,
    fenced: (root) => subject.fenced(root),
    harnessRoots: () => ({}),
    commandRoots: () => roots.commandRoots(),
  };
}
