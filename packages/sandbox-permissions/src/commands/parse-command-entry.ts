import type { CommandRule } from "@ambit/api-types";
import { splitCommandLine } from "./command-words.ts";
import { optionFault } from "./judge-options.ts";
import { findSubcommand } from "./profiles/command-profile.ts";
import { profileOf } from "./profiles/profile-of.ts";
import { isCodeOption, isInterpreter, programFault } from "./program-kinds.ts";

/** The rule that an entry of `permissions.commands` stands for, or what is wrong with it (a phrase that follows the entry). */
export type CommandEntry = { readonly ok: true; readonly rule: CommandRule } | { readonly ok: false; readonly message: string };

/** Reads one entry of `permissions.commands`: a whole line, or a line that goes on where it ends in a lone `*`. */
export function parseCommandEntry(text: string): CommandEntry {
  const line = splitCommandLine(text);
  if (!line.ok) return line;
  const { words, open } = line;
  const program = words[0] ?? "";
  const fault = programFault(program) ?? spellingFault(program) ?? (open ? openFault(words) : exactFault(words));
  return fault === undefined ? { ok: true, rule: { words, open } } : { ok: false, message: fault };
}

/** Some systems run `GIT` as `git`; it would be run without what is known of `git`. */
function spellingFault(program: string): string | undefined {
  const usual = program.toLowerCase();
  return usual !== program && profileOf(usual) !== undefined ? `must be written ${usual}` : undefined;
}

function exactFault(words: readonly string[]): string | undefined {
  if (isInterpreter(words[0] ?? "") && words.slice(1).some(isCodeOption)) return "makes an interpreter run code of the line itself";
  return undefined;
}

function openFault(words: readonly string[]): string | undefined {
  const [program = "", ...further] = words;
  const profile = profileOf(program);
  if (profile === undefined || profile.subcommands.size === 0) return `may not end in *: which options of ${program} are safe is not known, so write whole lines`;
  if (further.length === 0) return `needs a sub-command before its *, as in ${program} ${[...profile.subcommands.keys()][0] ?? ""} *`;
  const named = findSubcommand(profile, further);
  if (named === undefined) return `may not end in *: ${program} ${further.slice(0, 2).join(" ")} is not among the sub-commands known to be safe (${[...profile.subcommands.keys()].join(", ")})`;
  return optionFault(profile, named.profile, further.slice(named.length));
}
