import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { optionFault } from "../judge-options.ts";
import { gitProfile } from "./git-profile.ts";

const folder = mkdtempSync(join(tmpdir(), "ambit-git-options-"));
const TRACE = "TRACE";
const env = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@b.dev", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@b.dev" };
const git = (...words: readonly string[]): string => {
  const { stdout, stderr } = spawnSync("git", words, { cwd: folder, env, encoding: "utf8", timeout: 20_000, input: "" });
  return `${stdout}${stderr}`;
};

beforeAll(() => {
  execFileSync("git", ["init", "-q", "-b", "main", folder], { env });
  writeFileSync(join(folder, "a"), "1\n");
  git("add", "a");
  git("commit", "-q", "-m", "one");
  git("tag", "v1");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What some options take, so that git gets as far as the word behind them. */
const SAMPLES: Readonly<Record<string, string>> = {
  "--date": "iso", "--diff-algorithm": "patience", "--diff-filter": "A", "--color-moved-ws": "no", "--ws-error-highlight": "none", "--diff-merges": "off", "--since": "2020-01-01", "--group": "author", "--sort": "refname",
  "--points-at": "HEAD", "--merged": "HEAD", "--no-merged": "HEAD", "--contains": "HEAD", "--no-contains": "HEAD",
};
const NUMBERS = /^(?:-n|-l|-[ABCm]|--(?:max-count|skip|count|candidates|inter-hunk-context|stat-\S+|after-context|before-context|context|max-depth))$/;
const sampleFor = (option: string): string => SAMPLES[option] ?? (NUMBERS.test(option) ? "1" : "x");

/** Options that this machine's git does not have yet say nothing about how it reads them. */
const isUnknown = (answer: string): boolean => /unknown option|unrecognized argument|unknown switch|usage: git/.test(answer);

const subcommands = [...gitProfile.subcommands];

describe.each(subcommands)("git %s reads its options as the profile does", (name, profile) => {
  const words = name.split(" ");

  test("an option whose value may be left out does not take the word after it", () => {
    for (const option of profile.maybeValued) {
      const answer = git(...words, option, "no-such-thing-as-this", "--");
      // Taken for an operand: git looks for it, or lists nothing by that name. Taken for a value, it would be told wrong or not told.
      if (!isUnknown(answer)) expect(answer, option).not.toMatch(/invalid|expects|requires|bad value|unsupported/i);
      git(...words, option, "--", `--output=${TRACE}`);
      expect(existsSync(join(folder, TRACE)), option).toBe(false);
    }
  });

  test("an option with a value takes the word after it", () => {
    for (const option of profile.valued) {
      const answer = git(...words, option, sampleFor(option), "no-such-thing-as-this");
      if (!isUnknown(answer)) expect(answer, option).not.toContain(`'${sampleFor(option)}'`);
    }
  });

  test("an option without a value takes none", () => {
    for (const option of profile.flags) {
      git(...words, option, "--", `--output=${TRACE}`);
      expect(existsSync(join(folder, TRACE)), option).toBe(false);
    }
  });

  test("an option with a value does not end the options by `--`", () => {
    for (const option of profile.valued) expect(optionFault(gitProfile, profile, [option, "--", `--output=${TRACE}`]), option).toBe("has an option without its value");
  });
});

test("git does take `--` for a value, so that what follows are options to it", () => {
  git("log", "--decorate-refs", "--", `--output=${TRACE}`);
  expect(existsSync(join(folder, TRACE))).toBe(true);
  rmSync(join(folder, TRACE));
});
