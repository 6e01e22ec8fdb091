import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ambit-suite-"));
  const modules = join(folder, "tests/c/testsuite/wasm32-wasip1");
  mkdirSync(modules, { recursive: true });
  for (const name of ["right", "wrong-output", "wrong-code"]) cpSync(join(root, "packages/sandbox-wasm/fixtures/hello/hello.wasm"), join(modules, `${name}.wasm`));
  writeFileSync(join(modules, "right.json"), JSON.stringify({ stdout: "hello\n" }));
  writeFileSync(join(modules, "wrong-output.json"), JSON.stringify({ stdout: "goodbye\n" }));
  writeFileSync(join(modules, "wrong-code.json"), JSON.stringify({ exit_code: 7 }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tool = (...args: string[]): [string, string[]] => [process.execPath, ["--conditions=@ambit/source", join(root, "tools/wasi-testsuite/main.ts"), ...args]];

test("names the modules that fail, and counts", () => {
  const { stdout, status } = spawnSync(...tool(folder), { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^failed: c\/wrong-code: exit code 0, not 7$/m);
  expect(stdout).toMatch(/^failed: c\/wrong-output: standard output is "hello\\n", not "goodbye\\n"$/m);
  expect(stdout).not.toContain("c/right");
  expect(stdout.trimEnd().endsWith("1 passed, 2 failed")).toBe(true);
});

test("a folder without modules is no success", () => {
  expect(() => execFileSync(...tool(join(folder, "tests/c/testsuite/none")), { stdio: "pipe" })).toThrow(/No preview1 modules/);
});
