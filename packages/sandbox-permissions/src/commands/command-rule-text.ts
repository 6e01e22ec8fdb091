import type { CommandRule } from "@ambit/api-types";
import { hasShellSign } from "./command-words.ts";

/** A command rule as a manifest would write it, in its one canonical form, such as `git log *`. */
export function commandRuleText(rule: CommandRule): string {
  const words = rule.words.map(quoted);
  return (rule.open ? [...words, "*"] : words).join(" ");
}

function quoted(word: string): string {
  if (/^[^\s"'*]+$/.test(word) && !hasShellSign(word)) return word;
  if (!word.includes('"')) return `"${word}"`;
  return word.includes("'") ? word.split(/(")/).map((part) => (part === '"' ? `'"'` : part && `"${part}"`)).join("") : `'${word}'`;
}
