import { abortCases } from "./cases/abort.ts";
import { abortStageCases } from "./cases/abort-stages.ts";
import { argumentCases } from "./cases/arguments.ts";
import { atOnceCases } from "./cases/at-once.ts";
import { creationCases } from "./cases/creation.ts";
import { destructionCases } from "./cases/destruction.ts";
import { egressCases } from "./cases/egress.ts";
import { fileCases } from "./cases/files.ts";
import { goneCases } from "./cases/gone.ts";
import { lifetimeCases } from "./cases/lifetimes.ts";
import { limitCases } from "./cases/limits.ts";
import { outputCases } from "./cases/output.ts";
import { startingCases } from "./cases/starting.ts";
import { tagCases } from "./cases/tags.ts";
import { timeLimitCases } from "./cases/time-limits.ts";
import type { ProviderCase } from "./provider-case.ts";

/** Every case, in the order in which they run. */
export const providerCases: readonly ProviderCase[] = [
  ...creationCases,
  ...lifetimeCases,
  ...destructionCases,
  ...goneCases,
  ...startingCases,
  ...timeLimitCases,
  ...abortCases,
  ...abortStageCases,
  ...tagCases,
  ...outputCases,
  ...fileCases,
  ...atOnceCases,
  ...egressCases,
  ...limitCases,
  ...argumentCases,
];
