import type { FileRule } from "@ambit/api-types";

/** The narrowest rule that allows an access to a path below a root; undefined where none does. */
export function matchFileRule(rules: readonly FileRule[], root: string, components: readonly string[], access: "read" | "write"): FileRule | undefined {
  let best: FileRule | undefined;
  for (const rule of rules) {
    if (rule.root !== root || !allows(rule, access) || !isPrefix(rule.path, components)) continue;
    if (best === undefined || rule.path.length > best.path.length) best = rule;
  }
  return best;
}

/** Who may write may read. */
export function allows(rule: FileRule, access: "read" | "write"): boolean {
  return rule.access === "write" || access === "read";
}

/** Tells whether the first list is the beginning of the second. */
export function isPrefix(start: readonly string[], whole: readonly string[]): boolean {
  return start.length <= whole.length && start.every((part, at) => part === whole[at]);
}
