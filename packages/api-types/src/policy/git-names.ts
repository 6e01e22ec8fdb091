/**
 * Names, folded, by which git finds configuration that can name programs to run: no plugin writes one, at any depth. A plain
 * `.gitignore` or `.github` is not among them. `git~1` is the short name of `.git` on file systems that make one.
 */
export const gitConfigurationNames: readonly string[] = [".git", ".gitmodules", ".gitattributes", ".gitconfig", "git~1"];
