import { foldName, isGitConfigurationName } from "@ambit/api-types";
import { Refusal } from "../outcome/refusal.ts";

/** Which names below a root are closed: fenced ones for everything, git's own for writing. */
export class NameGuard {
  readonly #names: ReadonlySet<string>;
  readonly #paths: readonly (readonly string[])[];
  readonly #protectGit: boolean;

  /**
   * @param fenced Names without a `/` are closed at every depth; with a `/` (a leading one too) they are paths from the root.
   * @param protectGit Whether names that configure git are closed for writing.
   */
  constructor(fenced: readonly string[], protectGit: boolean) {
    this.#names = new Set(fenced.filter((entry) => !entry.includes("/")).map(foldName));
    this.#paths = fenced.filter((entry) => entry.includes("/")).map((entry) => entry.split("/").filter((part) => part !== "").map(foldName));
    this.#protectGit = protectGit;
  }

  /** Whether nothing is closed, so that a walk need not ask. */
  get open(): boolean {
    return this.#names.size === 0 && this.#paths.length === 0 && !this.#protectGit;
  }

  /** Whether `name` in the directory reached by `parents` is fenced. `parents` count from the root. */
  isFenced(parents: readonly string[], name: string): boolean {
    if (this.#names.size > 0 && this.#names.has(foldName(name))) return true;
    return this.#paths.some((path) => path.length === parents.length + 1 && startsAlike(path, [...parents, name]));
  }

  /** Refuses to write `name` below `parents`: git's names, at any level. */
  checkWrite(parents: readonly string[], name: string): void {
    if (!this.#protectGit) return;
    if ([...parents, name].some(isGitConfigurationName)) throw new Refusal("protected");
  }

  /** Refuses to move or remove a directory above a fenced path: the fence is told by its path, and would move with it. */
  checkMove(parents: readonly string[], name: string): void {
    const whole = [...parents, name];
    if (this.#paths.some((path) => path.length > whole.length && startsAlike(path, whole))) throw new Refusal("fenced");
  }
}

function startsAlike(folded: readonly string[], names: readonly string[]): boolean {
  return names.every((name, index) => folded[index] === foldName(name));
}
