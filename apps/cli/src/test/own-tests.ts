import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { sep } from "node:path";

/** How a plugin's own tests ended. */
export interface OwnTests {
  readonly files: readonly string[];
  readonly passed: boolean;
}

/** The resolver, as it stands beside this file: as a source, or built. */
const resolver = new URL(import.meta.url.endsWith(".ts") ? "./resolve-from-here.ts" : "./resolve-from-here.js", import.meta.url);

/** The test files of a plugin: `*.test.js` and the like, relative to its folder. */
function testFiles(folder: string): readonly string[] {
  const exclude = (path: string): boolean => path.split(sep).some((part) => part.startsWith(".") || part === "node_modules");
  return globSync("**/*.test.{js,mjs,ts,mts}", { cwd: folder, exclude }).sort();
}

/** Runs a plugin's own tests by Node's test runner; what they print goes to standard error. They are the author's code, and run as such. */
export function runOwnTests(folder: string): Promise<OwnTests> {
  const files = testFiles(folder);
  if (files.length === 0) return Promise.resolve({ files, passed: true });
  const { promise, resolve, reject } = Promise.withResolvers<OwnTests>();
  const args = [...process.execArgv, "--import", resolver.href, "--test", "--test-reporter=spec", ...files];
  // NODE_TEST_CONTEXT makes a runner inside another one report to that; this one reports to a person.
  const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", process.stderr, process.stderr] });
  child.on("error", reject);
  child.on("close", (code) => resolve({ files, passed: code === 0 }));
  return promise;
}
