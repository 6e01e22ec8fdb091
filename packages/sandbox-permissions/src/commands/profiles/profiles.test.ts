import { describe, expect, test } from "vitest";
import type { JsonObject } from "@ambit/api-types";
import { judge } from "../../judge/judge.ts";
import { definitionWith, outcomeOf, sampleFacts, samplePolicy } from "../../testing/sample-policy.ts";
import { parseCommandEntry } from "../parse-command-entry.ts";

const policy = samplePolicy({ commands: ["rg --no-config *", "gh pr list *", "gh issue view *", "node --version"] });
const decide = (...argv: readonly string[]): ReturnType<typeof judge> => judge(policy, { method: "proc/spawn", params: { argv } as JsonObject }, definitionWith({ kind: "commands" }), sampleFacts);

describe("ripgrep", () => {
  test.each([["TODO"], ["-n", "TODO", "src"], ["-tts", "-g", "!dist", "--", "-x"], ["--files"], ["-A3", "--json", "a|b"], ["--context=2", "x"]])("may search: %s %s", (...words) => {
    expect(decide("rg", "--no-config", ...words)).toMatchObject({ allowed: true, grant: { args: ["--no-config", "--threads=1", ...words], alone: true } });
  });

  test.each([["--pre", "sh", "x"], ["--pre=sh", "x"], ["--hostname-bin=x", "y"], ["-z", "x"], ["--search-zip", "x"], ["-f", "/etc/passwd"], ["--ignore-file=x", "y"], ["-L", "x"], ["--type-add", "x:*", "y"], ["x", "/etc"], ["x", "../y"], ["-nz", "x"]])("may not: %s %s", (...words) => {
    expect(outcomeOf(decide("rg", "--no-config", ...words))).toBe("denied");
  });

  test("is not open without its fixed word", () => {
    expect(parseCommandEntry("rg *")).toMatchObject({ ok: false });
    expect(outcomeOf(decide("rg", "TODO"))).toBe("denied");
  });
});

describe("gh", () => {
  test("may read, with the words of its sub-command left together, and may start git", () => {
    const decision = decide("gh", "pr", "list", "--json", "title", "-L", "5");
    expect(decision).toMatchObject({ allowed: true, grant: { args: ["pr", "list", "--json", "title", "-L", "5"], environment: { GH_PROMPT_DISABLED: "1" } } });
    expect(decision).not.toHaveProperty("grant.alone");
    expect(outcomeOf(decide("gh", "issue", "view", "12", "--comments"))).toBe("allowed");
  });

  test.each([["pr", "list", "--web"], ["pr", "list", "-w"], ["pr", "merge", "1"], ["pr", "view", "1"], ["api", "/user"], ["pr"], ["issue", "view", "1", "--web"]])("may not: %s %s %s", (...words) => {
    expect(outcomeOf(decide("gh", ...words))).toBe("denied");
  });

  test.each(["gh *", "gh pr *", "gh api *", "gh pr merge *", "gh alias *", "gh extension *"])("has no entry %s", (entry) => {
    expect(parseCommandEntry(entry)).toMatchObject({ ok: false });
  });
});

test("what only informs is a whole line", () => {
  expect(outcomeOf(decide("node", "--version"))).toBe("allowed");
  expect(outcomeOf(decide("node", "--version", "-e", "1"))).toBe("denied");
});
