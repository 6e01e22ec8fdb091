import { foldName, isGitConfigurationName } from "@ambit/api-types";

/**
 * Tells whether a path is inside something the integrator fences off. A fence of one name holds at every depth; one
 * with slashes, a leading one too, holds at that place below the root.
 */
export function isFenced(components: readonly string[], fences: readonly string[]): boolean {
  if (fences.length === 0) return false;
  const folded = components.map(foldName);
  return fences.some((fence) => {
    const parts = fence.split("/").filter((part) => part !== "").map(foldName);
    if (!fence.includes("/")) return folded.includes(foldName(fence));
    return parts.length > 0 && parts.every((part, at) => folded[at] === part);
  });
}

/** Tells whether writing a path would change what git runs at its next command in that folder. */
export function holdsGitConfiguration(components: readonly string[]): boolean {
  return components.some(isGitConfigurationName);
}
