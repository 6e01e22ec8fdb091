import type { JudgeFacts } from "@ambit/api-types";

/** The facts of a host that has no accounts, no shared processes, no fences and no roots that may be named by their path. */
export function bareFacts(): JudgeFacts {
  return { accounts: () => [], sharedPorts: () => [], platform: process.platform, fenced: () => [], harnessRoots: () => ({}) };
}
