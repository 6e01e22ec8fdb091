import { foldName } from "./fold-name.ts";

/**
 * Names, folded, by which git finds configuration that can name programs to run: no plugin writes one, at any depth. A plain
 * `.gitignore` or `.github` is not among them. `git~1` is the short name of `.git` on file systems that make one.
 */
export const gitConfigurationNames: readonly string[] = [".git", ".gitmodules", ".gitattributes", ".gitconfig", "git~1"];

const known: ReadonlySet<string> = new Set(gitConfigurationNames);

/** Tells whether a name is one of {@link gitConfigurationNames}, as any file system would compare it. */
export function isGitConfigurationName(name: string): boolean {
  return known.has(foldName(name));
}
