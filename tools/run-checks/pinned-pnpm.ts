import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run-command.ts";

/** `npx` arguments that run the pnpm which `packageManager` pins, where only npm is installed. */
export function pinnedPnpm(...args: readonly string[]): readonly string[] {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { packageManager: string };
  return ["--yes", "--prefer-offline", packageManager, ...args];
}
