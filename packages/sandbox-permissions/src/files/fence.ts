import { foldName } from "./fold-name.ts";

/**
 * Tells whether a path is inside something the integrator fences off. A fence of one name holds at every depth; one
 * with slashes holds at that place below the root.
 */
export function isFenced(components: readonly string[], fences: readonly string[]): boolean {
  if (fences.length === 0) return false;
  const folded = components.map(foldName);
  return fences.some((fence) => {
    const parts = fence.split("/").filter((part) => part !== "").map(foldName);
    if (parts.length === 1) return folded.includes(parts[0] ?? "");
    return parts.length > 0 && parts.every((part, at) => folded[at] === part);
  });
}

/**
 * Names that git reads its configuration from: whoever writes them chooses programs that run at the next git command
 * in that folder. `.gitignore` and `.gitattributes` choose none.
 */
const GIT_NAMES: ReadonlySet<string> = new Set([".git", ".gitconfig", ".gitmodules"]);

/** Tells whether writing a path would change what git runs. */
export function holdsGitConfiguration(components: readonly string[]): boolean {
  return components.some((component) => GIT_NAMES.has(foldName(component)));
}

/** Fences that a folder opened for writing has beside the integrator's. */
export const writeFences: readonly string[] = [...GIT_NAMES];
