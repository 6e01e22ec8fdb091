import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandRig } from "../testing/command-rig.ts";
import { TRACE, makeHostileRepository, tracesIn } from "../testing/hostile-repository.ts";

const rig = new CommandRig();
beforeAll(() => makeHostileRepository(rig.root));
afterAll(() => rig.close());

/** Lines that a plugin may run, each with what it must still show. */
const lines: readonly (readonly [line: string, words: string, shows: RegExp])[] = [
  ["git status *", "git status --short", /M a\.txt/],
  ["git status *", "git status", /modified: +a\.txt/],
  ["git log *", "git log -p", /second[^]*\+two/],
  ["git log *", "git log --oneline --stat", /second/],
  ["git diff *", "git diff", /\+tre/],
  ["git diff *", "git diff --cached", /^$/],
  ["git diff *", "git diff v1 --stat", /a\.txt/],
  ["git show *", "git show HEAD", /\+two/],
  ["git show *", "git show HEAD:a.txt", /^two$/m],
  ["git blame *", "git blame a.txt", /two|tre/],
  ["git ls-files *", "git ls-files", /a\.txt/],
  ["git ls-tree *", "git ls-tree -r HEAD", /a\.txt/],
  ["git rev-parse *", "git rev-parse --show-toplevel", /^\/repo$/m],
  ["git rev-list *", "git rev-list --count HEAD", /^2$/m],
  ["git describe *", "git describe --tags", /^v1$/m],
  ["git shortlog *", "git shortlog -s HEAD", /2\s+a/],
  ["git for-each-ref *", "git for-each-ref", /refs\/tags\/v1/],
  ["git cat-file *", "git cat-file -p HEAD", /second/],
  ["git show-ref *", "git show-ref", /refs\/heads/],
  ["git name-rev *", "git name-rev HEAD", /HEAD/],
  ["git count-objects *", "git count-objects -v", /count:/],
  ["git branch --list *", "git branch --list -v", /main/],
  ["git branch --show-current", "git branch --show-current", /^main$/m],
  ["git tag --list *", "git tag --list", /^v1$/m],
  ["git grep *", "git grep -n tre", /a\.txt:1:tre/],
  ["git grep *", "git grep two HEAD -- a.txt", /HEAD:a\.txt:two/],
  ["git merge-base *", "git merge-base HEAD HEAD", /^[0-9a-f]{40}$/m],
];

describe("a hostile repository", () => {
  test("does start its program for a git that may start others, so that the tests below mean something", async () => {
    await rig.run(["git", "status", "--short"], { line: "git status *", writable: true, company: true });
    expect(tracesIn(rig.root)).toEqual([TRACE]);
    rmSync(join(rig.root, TRACE));
  });

  test.each(lines)("starts nothing for %s: %s", async (line, words, shows) => {
    // Shown for writing, so that the program could leave its trace if it ran.
    const outcome = await rig.run(words.split(" "), { line, writable: true });
    expect(tracesIn(rig.root)).toEqual([]);
    expect(outcome.stdout).toMatch(shows);
  });

  test("starts nothing for a program that starts git by itself, as gh does: the settings are in its environment", async () => {
    const programs = mkdtempSync(join(tmpdir(), "ambit-programs-"));
    writeFileSync(join(programs, "gh"), "#!/bin/sh\ngit log -1 && git rev-parse --show-toplevel && git config --get-regexp '^remote' && git ls-files && git for-each-ref\n");
    chmodSync(join(programs, "gh"), 0o755);
    const other = new CommandRig({ searchPath: [programs, ...(process.env["PATH"] ?? "").split(":")] });
    makeHostileRepository(other.root);
    const outcome = await other.run(["gh", "pr", "list"], { line: "gh pr list *", writable: true });
    expect(outcome.stdout).toMatch(/second[^]*\n\/repo\n[^]*remote\.origin\.url[^]*refs\/tags\/v1/);
    expect(tracesIn(other.root)).toEqual([]);
    other.close();
    rmSync(programs, { recursive: true });
  });

  test("whose filter is required is not looked into rather than filtered", async () => {
    writeFileSync(join(rig.root, ".git/config"), '[filter "x"]\n  required = true\n', { flag: "a" });
    const outcome = await rig.run(["git", "status", "--short"], { line: "git status *", writable: true });
    expect(outcome.exitCode).toBe(128);
    expect(outcome.stderr).toContain("clean filter 'x' failed");
    expect(tracesIn(rig.root)).toEqual([]);
  });
});
