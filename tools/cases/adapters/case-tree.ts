import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One thing of a case's `setup`; `{base}` in a text or a target stands for the folder that holds the roots. */
export type TreeItem =
  | { readonly file: string; readonly text?: string; readonly size?: number }
  | { readonly dir: string }
  | { readonly link: string; readonly to: string }
  | { readonly hard: string; readonly to: string }
  | { readonly fifo: string };

/** What a case's `race` changes between two steps. */
export interface TreeRace {
  readonly after: string;
  readonly grow?: readonly [file: string, bytes: number];
  readonly link?: readonly [link: string, to: string];
}

/** A real folder for one case, removed when the case is over. Its sub-folders are the roots. */
export class CaseTree implements Disposable {
  readonly base: string = realpathSync(mkdtempSync(join(tmpdir(), "ambit-case-")));

  constructor(items: readonly TreeItem[], roots: readonly string[]) {
    for (const item of items) this.#add(item);
    // A case may set a root up itself, as a link for example.
    for (const root of roots) if (!existsSync(this.path(root))) mkdirSync(this.path(root), { recursive: true });
  }

  /** A place below the base. */
  path(name: string): string {
    return join(this.base, name);
  }

  /** Whether something is there, links followed. */
  exists(name: string): boolean {
    return existsSync(this.path(name));
  }

  /** Makes a race's change. */
  change(race: TreeRace): void {
    if (race.grow !== undefined) appendFileSync(this.path(race.grow[0]), "x".repeat(race.grow[1]));
    if (race.link === undefined) return;
    rmSync(this.path(race.link[0]), { force: true });
    symlinkSync(race.link[1], this.path(race.link[0]));
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  #add(item: TreeItem): void {
    const path = this.path(Object.values(item)[0] as string);
    mkdirSync(dirname(path), { recursive: true });
    if ("dir" in item) mkdirSync(path, { recursive: true });
    else if ("file" in item) writeFileSync(path, this.#text(item.text ?? "x".repeat(item.size ?? 0)));
    else if ("link" in item) symlinkSync(this.#text(item.to), path);
    else if ("hard" in item) linkSync(this.path(item.to), path);
    else if ("fifo" in item) execFileSync("mkfifo", [path]);
    else throw new Error(`unknown setup ${JSON.stringify(item)}`);
  }

  #text(text: string): string {
    return text.replaceAll("{base}", this.base);
  }
}
