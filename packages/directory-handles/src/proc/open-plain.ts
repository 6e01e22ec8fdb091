import { kindOf } from "../handle/file-stat.ts";
import { hold, letGo } from "../handle/loose.ts";
import type { OpenOptions } from "../handle/options.ts";
import type { SharedRoot } from "../handle/shared-root.ts";
import { statOrLetGo } from "./leaf.ts";
import { mayReadLater } from "./open-entry.ts";
import { accessFlags, nameOnly } from "./open-flags.ts";
import { ProcFile } from "./proc-file.ts";

/**
 * Opens a plain file that stands right in the directory, for reading: what guests do most, without the walk's bookkeeping.
 * Undefined when the name turns out to be anything else, which the walk then deals with from the start.
 */
export function openPlain(root: SharedRoot, prefix: string, name: string, options: OpenOptions): ProcFile | undefined {
  if (root.guard !== undefined || options.directory || name === "..") return undefined;
  const descriptor = hold(root, prefix + name, nameOnly);
  const stat = statOrLetGo(root, descriptor);
  if (kindOf(stat) === "file" && mayReadLater(stat)) return new ProcFile(root, descriptor, -1, accessFlags(options, false));
  letGo(root);
  return undefined;
}
