import { existsSync } from "node:fs";
import { AmbitError } from "@ambit/api-types";

/**
 * Sees to it that a folder or an archive named on the command line is there. What the host says of one that is not names no path.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming it as it was typed.
 */
export function requirePlugin(place: string): void {
  if (!existsSync(place)) throw new AmbitError("BUNDLE_INVALID", `${place}: there is no such folder or archive.`);
}
