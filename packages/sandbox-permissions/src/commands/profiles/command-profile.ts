/** How one sub-command's further words are judged. */
export interface SubcommandProfile {
  /** Options without a value, such as `--oneline` or `-p`. */
  readonly flags: ReadonlySet<string>;
  /** Options that need a value: `--author=x`, `--author x`, `-n 3`, `-n3`. */
  readonly valued: ReadonlySet<string>;
  /** Options whose value, if any, follows `=` or the letter: `--color`, `--color=never`. */
  readonly maybeValued: ReadonlySet<string>;
  /** `-20` is an option. */
  readonly counts: boolean;
  /** Words that are no options may follow. */
  readonly operands: boolean;
  /** Words put behind the sub-command, so that configuration cannot turn on what the options leave off. */
  readonly hardening: readonly string[];
}

/** What is known of one program: enough to let a line that ends in `*` go on with safe words. */
export interface CommandProfile {
  /** By one word, or by two such as `pr list`. */
  readonly subcommands: ReadonlyMap<string, SubcommandProfile>;
  /** It starts threads or other programs to do its work, so that it cannot be held to a single process. */
  readonly needsOthers: boolean;
  /** Tells why a value is refused whatever its option, as a phrase, or undefined. */
  valueFault(option: string, value: string): string | undefined;
  /** Tells why a word that is no option is refused, as a phrase, or undefined. */
  operandFault(word: string): string | undefined;
  /** Words put between the program and its first word. */
  readonly hardening: readonly string[];
  /** Variables set for the program. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A sub-command that a line names, with how many words name it. */
export interface NamedSubcommand {
  readonly profile: SubcommandProfile;
  readonly length: 1 | 2;
}

/** The sub-command that begins a program's words; the longer name counts. */
export function findSubcommand({ subcommands }: CommandProfile, [first = "", second = ""]: readonly string[]): NamedSubcommand | undefined {
  const both = subcommands.get(`${first} ${second}`);
  if (both !== undefined) return { profile: both, length: 2 };
  const one = subcommands.get(first);
  return one === undefined ? undefined : { profile: one, length: 1 };
}

/** Makes a sub-command's profile of lists; operands are allowed unless it says otherwise. */
export function subcommandOf(parts: {
  readonly operands?: boolean;
  readonly flags: readonly string[];
  readonly valued?: readonly string[];
  readonly maybe?: readonly string[];
  readonly counts?: boolean;
  readonly hardening?: readonly string[];
}): SubcommandProfile {
  return {
    flags: new Set(parts.flags),
    valued: new Set(parts.valued ?? []),
    maybeValued: new Set(parts.maybe ?? []),
    counts: parts.counts ?? false,
    operands: parts.operands ?? true,
    hardening: parts.hardening ?? [],
  };
}

/** Words of a list, split at white space. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Tells whether a word is a path that is absolute or climbs; a range such as `main..HEAD` is no path. */
function isOutside(word: string): boolean {
  return /^[/\\~]|^[a-zA-Z]:[/\\]|(?:^|[/\\:])\.\.(?:[/\\]|$)/.test(word);
}

/** Why an operand that leaves the working directory is refused. */
export function outsideFault(word: string): string | undefined {
  return isOutside(word) ? "has a path that is absolute or climbs" : undefined;
}
