import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileProblems, scriptProblems } from "../tools/house-rules/check-text.ts";

const root = join(import.meta.dirname, "..");

test("every tracked text file keeps the house rules", () => {
  const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  const texts = tracked.filter((place) => /\.(ts|tsx|js|mjs|c|h|md|json|yaml|css|html)$/.test(place));
  expect(texts.length).toBeGreaterThan(50);
  const own = "tests/house-rules.test.ts";
  expect(texts.filter((place) => place !== own).flatMap((place) => fileProblems(place, readFileSync(join(root, place), "utf8")))).toEqual([]);
});

test("the root's scripts run the pnpm that packageManager pins", () => {
  expect(scriptProblems(readFileSync(join(root, "package.json"), "utf8"))).toEqual([]);
});

describe("a counterexample is caught:", () => {
  test.for([
    ["a lint exception without a reason", "a.ts", "// oxlint-disable-next-line no-eval\n", /gives no reason/],
    ["a lint exception for everything", "a.ts", "// oxlint-disable-next-line -- it is fine\n", /names no rule/],
    ["a lint exception in ESLint's words", "a.ts", "/* eslint-disable */\n", /names no rule/],
    ["a type error waved through", "a.ts", "// @ts-expect-error\n", /gives no reason/],
    ["a type error ignored", "a.ts", "// @ts-ignore -- because\n", /@ts-ignore/],
    ["unfinished work", "packages/x/src/a.ts", `// ${"TO"}DO: later\n`, /unfinished/],
    ["the path of somebody's machine", "README.md", `see ${"/ro"}ot/x\n`, /path of a machine/],
  ] as const)("%s", ([, place, text, problem]) => {
    expect(fileProblems(place, text)).toEqual([expect.stringMatching(problem)]);
  });

  test("a script with another pnpm", () => {
    const text = JSON.stringify({ packageManager: "pnpm@12.4.2", scripts: { a: "npx pnpm@12.4.2 x", b: "npx --yes pnpm@9.0.0 x" } });
    expect(scriptProblems(text)).toEqual(["the script b runs pnpm@9.0.0, not pnpm@12.4.2"]);
  });

  test("an exception that names its rule and reason passes", () => {
    expect(fileProblems("a.ts", "// oxlint-disable-next-line typescript/no-explicit-any -- the engine hands over anything\n")).toEqual([]);
    expect(fileProblems("a.ts", "// @ts-expect-error -- a guest may call it so\n")).toEqual([]);
  });
});
