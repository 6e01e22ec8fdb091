import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A real temporary folder for one test, removed when the test is over. */
export class ScratchFolder implements Disposable {
  readonly path: string = realpathSync(mkdtempSync(join(tmpdir(), "ambit-preview1-")));

  at(...names: string[]): string {
    return join(this.path, ...names);
  }

  file(name: string, text: string | Uint8Array = ""): this {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
    return this;
  }

  directory(name: string): this {
    mkdirSync(this.at(name), { recursive: true });
    return this;
  }

  link(name: string, target: string): this {
    symlinkSync(target, this.at(name));
    return this;
  }

  hardLink(name: string, target: string): this {
    linkSync(this.at(target), this.at(name));
    return this;
  }

  fifo(name: string): this {
    execFileSync("mkfifo", [this.at(name)]);
    return this;
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** How many descriptors this process holds. */
export function openDescriptors(): number {
  return readdirSync("/proc/self/fd").length;
}
