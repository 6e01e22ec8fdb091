import { brokenAnswers } from "./broken-answers.ts";
import { brokenDuties } from "./broken-duties.ts";
import { brokenLife } from "./broken-life.ts";
import type { BrokenProvider } from "./broken-provider.ts";
import { brokenThings } from "./broken-things.ts";

/** Ways to break the contract of a provider, each with the case that must catch it. */
export const brokenProviders: readonly BrokenProvider[] = [...brokenThings, ...brokenLife, ...brokenAnswers, ...brokenDuties];
