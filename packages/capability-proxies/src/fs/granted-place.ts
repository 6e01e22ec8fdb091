import { AmbitError, type CallGrant, type ProxyRequest } from "@ambit/api-types";
import type { Components, DirectoryHandle, RootAccess } from "@ambit/directory-handles";
import { hasDanglingLink } from "./dangling-link.ts";
import { fileRefused, valueOf } from "./file-refusal.ts";
import type { InstanceRoots } from "./instance-roots.ts";

/** What an allowed file call may touch. */
export type FileGrant = Extract<CallGrant, { kind: "file" }>;

/** The grant of a file call. */
export function fileGrant(request: ProxyRequest, access: RootAccess): FileGrant {
  const { grant } = request;
  if (grant.kind !== "file") throw new AmbitError("INTERNAL_ERROR", "A file call came with a grant that is not for files.");
  if (access === "write" && grant.access !== "write") throw fileRefused();
  return grant;
}

/**
 * Opens the folder of the rule that allows a call, runs `visit` on it with the rest of the path, and closes it. The walk starts
 * at that folder and never climbs above it, so a link that leaves the rule is refused even where it stays inside the root.
 */
export function inGrantedFolder<T>(roots: InstanceRoots, grant: FileGrant, access: RootAccess, visit: (folder: DirectoryHandle, rest: Components) => T): T {
  const root = roots.open(grant.root, access);
  if (!grant.within.every((name, index) => name === grant.components[index])) throw fileRefused();
  const rest = grant.components.slice(grant.within.length);
  if (grant.within.length === 0) return seekingLinks(root, rest, () => visit(root, rest));
  if (access === "write") makeFolder(root, grant.within);
  using folder = seekingLinks(root, grant.within, () => valueOf(root.openDirectory(grant.within)));
  return seekingLinks(folder, rest, () => visit(folder, rest));
}

/** Runs a visit to a place; where it ends in a missing file because of a link to nowhere, that is a refusal. */
function seekingLinks<T>(folder: DirectoryHandle, path: Components, visit: () => T): T {
  try {
    return visit();
  } catch (error) {
    const isMissing = AmbitError.isInstance(error) && error.code === "FILE_NOT_FOUND";
    throw isMissing && hasDanglingLink(folder, path) ? fileRefused() : error;
  }
}

/** Makes a rule's folder where it is missing: a plugin may write below a folder that nobody has made yet. */
function makeFolder(root: DirectoryHandle, path: Components): void {
  for (let length = 1; length <= path.length; length += 1) {
    const made = root.makeDirectory(path.slice(0, length));
    if (!made.ok && made.reason !== "exists") valueOf(made);
  }
}
