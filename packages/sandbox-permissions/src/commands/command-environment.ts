import { denied, malformed, type Refusal } from "../judge/refusal.ts";

/** Variables that a plugin may set: how a program writes for people, never what it runs or loads. */
const NAMES: ReadonlySet<string> = new Set(["LANG", "LANGUAGE", "TZ", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"]);
const LOCALE = /^LC_[A-Z]{1,20}$/;

/** Values without a way to name a file: locales and terminals are looked up by path. A time zone has single slashes. */
const VALUE = /^[A-Za-z0-9._@:,+=<>-]*$/;
const ZONE = /^(?![:/])(?!.*\.\.)[A-Za-z0-9._,+<>/-]*$/;
const VALUE_CHARACTERS = 256;

/** Judges the variables that a plugin sets for a command; undefined where they may be set. */
export function judgeEnvironment(target: string, variables: Readonly<Record<string, unknown>>): Refusal | undefined {
  const entries = Object.entries(variables);
  for (const [name, value] of entries) {
    if (typeof value !== "string") return malformed(target, "A variable's value is no text.");
    if (name === "" || name.includes("=") || name.includes("\0") || value.includes("\0")) return malformed(target, "A variable's name or value is one that no system can carry.");
    if (!value.isWellFormed() || !name.isWellFormed()) return malformed(target, "Variables must be well-formed Unicode.");
  }
  for (const [name, value] of entries) {
    if (!NAMES.has(name) && !LOCALE.test(name)) return denied(target, `A command's environment is the host's: a plugin may set only ${[...NAMES].join(", ")} and LC_*.`);
    if (!isPlainValue(name, String(value))) return denied(target, "A variable's value must be plain: no paths.");
  }
  return undefined;
}

function isPlainValue(name: string, value: string): boolean {
  return value.length <= VALUE_CHARACTERS && (name === "TZ" ? ZONE : VALUE).test(value);
}
