import type { JudgeFacts } from "@ambit/api-types";

/** The facts of the suite's host: no accounts, no shared processes, no fences, and one grammar of file names everywhere. */
export const judgeFacts: JudgeFacts = {
  accounts: () => [],
  sharedPorts: () => [],
  platform: "linux",
  fenced: () => [],
  harnessRoots: () => ({}),
};
