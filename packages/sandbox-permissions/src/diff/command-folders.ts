import type { PermissionPolicy } from "@ambit/api-types";

/**
 * Tells whether commands may run in a root where they could not before, although no entry asks for more: a command runs in no
 * root that the plugin can write, so that giving up to write it opens it to commands, with all that was written there before.
 */
export function opensCommandFolder(old: PermissionPolicy, updated: PermissionPolicy): boolean {
  return updated.files.some(({ root }) => canWrite(old, root) && !canWrite(updated, root));
}

function canWrite({ files }: PermissionPolicy, root: string): boolean {
  return files.some((rule) => rule.root === root && rule.access === "write");
}
