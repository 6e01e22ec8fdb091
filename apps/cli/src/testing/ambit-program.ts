import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The checkout's folder. */
export const checkout: string = fileURLToPath(new URL("../../../../", import.meta.url));

/** The program's entry. */
export const mainFile: string = fileURLToPath(new URL("../main.ts", import.meta.url));

/** How the program ended, and what it wrote. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the real program in a process of its own. */
export function ambit(...words: readonly string[]): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = execFile(process.execPath, ["--conditions=@ambit/source", mainFile, ...words], { cwd: checkout, timeout: 120_000 }, (_error, out, err) => {
    resolve({ code: child.exitCode ?? -1, out, err });
  });
  return promise;
}

/** A fresh folder that goes with the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ambit-author-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A fresh folder with some files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = freshFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** A copy of an example of the checkout. */
export function copyOfExample(name: string): string {
  const folder = freshFolder();
  cpSync(join(checkout, "examples", name), folder, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  return folder;
}
