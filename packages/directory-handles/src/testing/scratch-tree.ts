import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One thing to set up below a base folder. `{base}` in a link's target stands for that folder. */
export type Setup =
  | { readonly file: string; readonly text?: string; readonly size?: number }
  | { readonly dir: string }
  | { readonly link: string; readonly to: string }
  | { readonly hard: string; readonly to: string }
  | { readonly fifo: string };

/** A real temporary folder for one test, removed when the test is over. */
export class ScratchTree implements Disposable {
  readonly base: string = realpathSync(mkdtempSync(join(tmpdir(), "ambit-handles-")));

  constructor(...setup: readonly Setup[]) {
    for (const item of setup) this.add(item);
  }

  path(...names: string[]): string {
    return join(this.base, ...names);
  }

  add(item: Setup): void {
    const [name] = Object.values(item) as [string];
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    if ("dir" in item) mkdirSync(path, { recursive: true });
    else if ("file" in item) writeFileSync(path, item.text ?? "x".repeat(item.size ?? 0));
    else if ("link" in item) symlinkSync(item.to.replace("{base}", this.base), path);
    else if ("hard" in item) linkSync(this.path(item.to), path);
    else execFileSync("mkfifo", [path]);
  }

  [Symbol.dispose](): void {
    rmSync(this.base, { recursive: true, force: true });
  }
}

/** How many descriptors this process holds: what a leak test counts. */
export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
