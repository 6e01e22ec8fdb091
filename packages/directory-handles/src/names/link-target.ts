import { Refusal } from "../outcome/refusal.ts";

/** Most links followed in one walk: what Linux itself allows. */
export const maxHops = 40;

/**
 * Splits a link's target into components. `.` and empty components fall away, `..` stays for the walk to clamp.
 * An absolute target (a drive or a backslash included) is refused as leaving the root.
 */
export function splitLinkTarget(target: string): string[] {
  if (target.startsWith("/") || target.includes("\\") || /^[a-z]:/i.test(target)) throw new Refusal("outside");
  if (!target.isWellFormed()) throw new Refusal("invalid-name");
  return target.split("/").filter((part) => part !== "" && part !== ".");
}

/** Whether a link that stands `depth` directories below the root would stay inside with this target, read as text. */
export function staysInside(target: string, depth: number): boolean {
  let level = depth;
  for (const part of splitLinkTarget(target)) {
    level += part === ".." ? -1 : 1;
    if (level < 0) return false;
  }
  return true;
}
