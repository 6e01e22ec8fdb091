import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One thing to make below the base. `{base}` in a link's target stands for that folder. */
export type TreeItem =
  | { readonly file: string; readonly text?: string; readonly size?: number }
  | { readonly dir: string }
  | { readonly link: string; readonly to: string }
  | { readonly hard: string; readonly to: string }
  | { readonly fifo: string };

/** A real folder for one test. Its sub-folders are the roots; it is removed when the test is over. */
export class FolderTree implements Disposable {
  readonly base: string = realpathSync(mkdtempSync(join(tmpdir(), "ambit-proxies-")));
  /** Names fenced off below every root. */
  fenced: readonly string[] = [];

  constructor(...items: readonly TreeItem[]) {
    this.add({ dir: "temp" }, ...items);
  }

  add(...items: readonly TreeItem[]): this {
    for (const item of items) this.#addOne(item);
    return this;
  }

  path(name: string): string {
    return join(this.base, name);
  }

  exists(name: string): boolean {
    return existsSync(this.path(name));
  }

  text(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  names(folder: string): string[] {
    return readdirSync(this.path(folder)).sort();
  }

  /** How proxies find the roots. */
  readonly mountOf = (_instance: unknown, root: string): { hostPath: string; fenced: readonly string[] } | undefined =>
    this.exists(root) ? { hostPath: this.path(root), fenced: this.fenced } : undefined;

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }

  #addOne(item: TreeItem): void {
    const path = this.path(Object.values(item)[0] as string);
    mkdirSync(dirname(path), { recursive: true });
    if ("dir" in item) mkdirSync(path, { recursive: true });
    else if ("file" in item) writeFileSync(path, item.text ?? "x".repeat(item.size ?? 0));
    else if ("link" in item) symlinkSync(item.to.replace("{base}", this.base), path);
    else if ("hard" in item) linkSync(this.path(item.to), path);
    else execFileSync("mkfifo", [path]);
  }
}

/** How many descriptors this process holds. */
export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
