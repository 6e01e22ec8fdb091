import type { CommandRule } from "@ambit/api-types";
import { isPrefix } from "../files/match-file-rule.ts";
import { optionFault } from "./judge-options.ts";
import { findSubcommand } from "./profiles/command-profile.ts";
import { profileOf } from "./profiles/profile-of.ts";

/** How a line stands to a plugin's rules. */
export type CommandMatch = { readonly matches: true } | { readonly matches: false; readonly fault?: string };

/** Compares the words of a line with each rule, one by one. A rule that goes on lets only words follow that its profile knows as safe. */
export function matchCommand(rules: readonly CommandRule[], words: readonly string[]): CommandMatch {
  let fault: string | undefined;
  for (const rule of rules) {
    if (!isPrefix(rule.words, words)) continue;
    if (rule.words.length === words.length && !rule.open) return { matches: true };
    if (!rule.open) continue;
    const found = furtherFault(words);
    if (found === undefined) return { matches: true };
    fault = found;
  }
  return fault === undefined ? { matches: false } : { matches: false, fault };
}

/** The whole line goes through the profile, the rule's own words too: an option before the `*` may take the word after it. */
function furtherFault(words: readonly string[]): string | undefined {
  const [program = "", ...further] = words;
  const profile = profileOf(program);
  const named = profile && findSubcommand(profile, further);
  if (profile === undefined || named === undefined) return "has no profile";
  return optionFault(profile, named.profile, further.slice(named.length));
}
