import { describe, expect, it } from "vitest";
import { commandRuleText } from "./command-rule-text.ts";
import { parseCommandEntry } from "./parse-command-entry.ts";

describe("rules, section 4: forms of an entry", () => {
  it.each([
    ["git status --short", { words: ["git", "status", "--short"], open: false }],
    ["git log *", { words: ["git", "log"], open: true }],
    ["git log --oneline *", { words: ["git", "log", "--oneline"], open: true }],
    ["node --version", { words: ["node", "--version"], open: false }],
    ["rg TODO src", { words: ["rg", "TODO", "src"], open: false }],
    ['git log "--format=%h %s"', { words: ["git", "log", "--format=%h %s"], open: false }],
    ["git log --format='%h %s' -1", { words: ["git", "log", "--format=%h %s", "-1"], open: false }],
    ['rg "*.ts"', { words: ["rg", "*.ts"], open: false }],
    ['git log "--grep=a; b" HEAD^{commit} stash@{0}', { words: ["git", "log", "--grep=a; b", "HEAD^{commit}", "stash@{0}"], open: false }],
    ["make test", { words: ["make", "test"], open: false }],
    ["ld --version", { words: ["ld", "--version"], open: false }],
    ["python3.12 --version", { words: ["python3.12", "--version"], open: false }],
  ])("%s", (text, rule) => expect(parseCommandEntry(text)).toEqual({ ok: true, rule }));

  it.each([["git", "status"], ["a", "b c"], ["a", 'say "x"'], ["a", "it's"], ["a", `both ' and "`], ["a", "*"], ["a", ""], ["a", "b;c", "$(d)", "<", "&&"]])("writes words back so that they are read the same: %j", (...words) => {
    const text = commandRuleText({ words, open: false });
    expect(parseCommandEntry(text)).toEqual({ ok: true, rule: { words, open: false } });
  });
});

describe("rules, section 4: refused when the manifest is read", () => {
  it.each([
    "git *", "*", "git log*", "git * log", "git lo*g", "git log * *", "bash -c *", "sh x.sh", "powershell -c *", "PowerShell x", "env git status", "sudo git status", "xargs rm", "npx cowsay", "node *", "python3 *",
    "node -e 1", "node --eval=1", "python3 -c x", "perl -ne x", "node -r./x.js y", "find *", "rg *", "tar *", "sed *", "git fetch *", "git push *", "git config *", "git -c a=b log *", "/usr/bin/git status", "./git status", "..\\git status",
    "git log\nrm", "git \u202egol", " git status", "git status ", "git  status", "npm.cmd install", "TOOL.BAT x", "tool.exe x", "git. x", "-git x", "git 'log", "git status é", "", "git log --output=x *", "git log -n *", "bash", "cmd /c dir", "busybox sh",
    "git status; id", "git status && id", "git status & id", "git log | sh", "git log > x", "git log < x", "git log `id`", "git log $(id)", "git log ${HOME}", "git log;", "GIT status", "Git log -1", "RG x", "ld-linux-x86-64.so.2 x", "ld.so x", "valgrind x", "screen x", "tmux x", "xdg-open x",
  ])("%j", (text) => expect(parseCommandEntry(text)).toEqual({ ok: false, message: expect.any(String) }));
});
