import type { CommandProfile, SubcommandProfile } from "./profiles/command-profile.ts";

/**
 * Judges the words that follow a sub-command: each option must be known as safe, however it is spelled. Returns why one
 * is refused, or undefined. After `--` only operands come.
 */
export function optionFault(profile: CommandProfile, subcommand: SubcommandProfile, words: readonly string[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") return operandsFault(profile, subcommand, words.slice(at + 1));
    if (word === "-" || !word.startsWith("-")) {
      const fault = operandsFault(profile, subcommand, [word]);
      if (fault !== undefined) return fault;
      continue;
    }
    const step = word.startsWith("--") ? longOption(profile, subcommand, word, words[at + 1]) : shortOptions(profile, subcommand, word, words[at + 1]);
    if (typeof step === "string") return step;
    at += step;
  }
  return undefined;
}

function operandsFault(profile: CommandProfile, subcommand: SubcommandProfile, words: readonly string[]): string | undefined {
  if (words.length > 0 && !subcommand.operands) return "has a word that is not known as safe";
  for (const word of words) {
    const fault = word === "-" ? "reads its input" : profile.operandFault(word);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const UNKNOWN = "has an option that is not known as safe";

/** How many further words an option takes (0 or 1), or why it is refused. */
type Step = 0 | 1 | string;

function longOption(profile: CommandProfile, subcommand: SubcommandProfile, word: string, next: string | undefined): Step {
  const equals = word.indexOf("=");
  const name = equals === -1 ? word : word.slice(0, equals);
  const value = equals === -1 ? undefined : word.slice(equals + 1);
  if (value === undefined && (subcommand.flags.has(name) || subcommand.maybeValued.has(name))) return 0;
  if (value !== undefined && (subcommand.valued.has(name) || subcommand.maybeValued.has(name))) return profile.valueFault(name, value) ?? 0;
  if (value === undefined && subcommand.valued.has(name)) return separateValue(profile, name, next);
  return UNKNOWN;
}

function shortOptions(profile: CommandProfile, subcommand: SubcommandProfile, word: string, next: string | undefined): Step {
  if (subcommand.counts && /^-[0-9]+$/.test(word)) return 0;
  for (let at = 1; at < word.length; at++) {
    const option = `-${word[at] ?? ""}`;
    const rest = word.slice(at + 1);
    if (subcommand.valued.has(option)) return rest === "" ? separateValue(profile, option, next) : (profile.valueFault(option, rest) ?? 0);
    if (subcommand.maybeValued.has(option)) return profile.valueFault(option, rest) ?? 0;
    if (!subcommand.flags.has(option)) return UNKNOWN;
  }
  return 0;
}

/** A value that looks like an option is refused: what follows must be read one way by us and by the program. */
function separateValue(profile: CommandProfile, option: string, value: string | undefined): Step {
  if (value === undefined || value.startsWith("-")) return "has an option without its value";
  return profile.valueFault(option, value) ?? 1;
}
