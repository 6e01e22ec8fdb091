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
  readonly subcommands: ReadonlyMap<string, SubcommandProfile>;
  /** Tells why a value is refused whatever its option, as a phrase, or undefined. */
  valueFault(option: string, value: string): string | undefined;
  /** Tells why a word that is no option is refused, as a phrase, or undefined. */
  operandFault(word: string): string | undefined;
  /** Words put between the program and its first word. */
  readonly hardening: readonly string[];
  /** Variables set for the program. */
  readonly environment: Readonly<Record<string, string>>;
}
