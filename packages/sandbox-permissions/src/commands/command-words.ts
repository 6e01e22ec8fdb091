/** A command line split into words, or what is wrong with it (a phrase). */
export type CommandWords =
  | {
      readonly ok: true;
      readonly words: readonly string[];
      /** The line ends in a lone `*`, which is not among the words. */
      readonly open: boolean;
    }
  | { readonly ok: false; readonly message: string };

/** Whoever reads a line with one of these takes it for a shell's: for two commands, or for one whose output goes elsewhere. */
const SHELL_SIGNS = /[;&|<>`]|\$[({]/;

/** Whether a text holds what a shell would act on. */
export function hasShellSign(text: string): boolean {
  return SHELL_SIGNS.test(text);
}

const refused = (message: string): CommandWords => ({ ok: false, message });

/**
 * Splits an entry of `permissions.commands`: printable ASCII, one space between words, quotes around a word that holds
 * spaces, a `*` or what a shell would act on. Nothing is expanded: no shell ever sees the line.
 */
export function splitCommandLine(text: string): CommandWords {
  if (!/^[\x20-\x7e]+$/.test(text)) return refused("must be printable ASCII on one line");
  if (/^ | {2}| $/.test(outsideQuotes(text))) return refused("must have exactly one space between words and none at its ends");
  const words = text.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  if (words.join(" ") !== text) return refused("has a quote that does not end");
  if (hasShellSign(outsideQuotes(text))) return refused("has a sign that only a shell acts on, and no shell reads it: write one line a command, and quote a sign that is meant literally");
  const open = words.at(-1) === "*";
  const fixed = open ? words.slice(0, -1) : words;
  if (fixed.some((word) => outsideQuotes(word).includes("*"))) return refused("may have a * only as its whole last word; quote one that is meant literally");
  if (fixed.length === 0) return refused("names no program");
  return { ok: true, words: fixed.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2")), open };
}

/** The text with each quoted part as one letter, so that what stands in quotes is not looked at. */
function outsideQuotes(text: string): string {
  return text.replace(/"[^"]*"|'[^']*'/g, "q");
}
