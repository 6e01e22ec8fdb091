import { closeSync, fstatSync, openSync } from "node:fs";
import type { MechanismName } from "../handle/directory-handle.ts";
import { nameDirectory, placePrefix } from "../proc/open-flags.ts";

let chosen: MechanismName | undefined;

/**
 * Finds out, once a process, how this system can confine a root: on Linux with a working `/proc` by walking from held
 * directories, elsewhere by verifying what was opened. It is tried, never guessed from the platform's name alone.
 */
export function chooseMechanism(): MechanismName {
  chosen ??= process.platform === "linux" && canWalk() ? "proc-self-fd" : "verified-open";
  return chosen;
}

function canWalk(): boolean {
  let held: number | undefined;
  let again: number | undefined;
  try {
    held = openSync("/", nameDirectory);
    again = openSync(placePrefix(held), nameDirectory);
    const one = fstatSync(held, { bigint: true });
    const other = fstatSync(again, { bigint: true });
    return one.ino === other.ino && one.dev === other.dev;
  } catch {
    return false;
  } finally {
    if (held !== undefined) closeSync(held);
    if (again !== undefined) closeSync(again);
  }
}
