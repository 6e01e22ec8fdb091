import { readFileSync } from "node:fs";

/** Seccomp's mode of a process that a filter holds. */
const FILTERED = "2";

/**
 * Tells whether this process is one that was confined for a plugin: it can gain no rights, a filter holds it, it is in a namespace of
 * its own where it has almost no company, and Node itself lets it start nothing.
 */
export function isConfinedHere(): boolean {
  try {
    const status = readFileSync("/proc/self/status", "utf8");
    const field = (name: string): string | undefined => new RegExp(`^${name}:\\s*(.*)$`, "m").exec(status)?.[1];
    return field("NoNewPrivs") === "1" && field("Seccomp") === FILTERED && Number(field("NSpid")) < 16 && /^0+$/.test(field("CapEff") ?? "") && process.permission?.has("child") === false;
  } catch {
    return false;
  }
}
