import type { Decision, JsonObject, JudgeFacts } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { judge } from "../judge/judge.ts";
import { definitionWith, outcomeOf, sampleFacts, samplePolicy } from "../testing/sample-policy.ts";

const spawn = definitionWith({ kind: "commands" });
const policy = samplePolicy({ commands: ["git log *", "git status --short", "git show-ref *", "rg TODO"], files: ["docs", "rw:workspace", { root: "agent", path: "repo" }] });
const decide = (params: JsonObject, facts: Partial<JudgeFacts> = {}): Decision => judge(policy, { method: "proc/spawn", params }, spawn, { ...sampleFacts, ...facts });
const line = (...argv: readonly string[]): string => outcomeOf(decide({ argv }));

describe("rules, section 4: words are compared one by one", () => {
  it.each([
    ["git", "status", "--short"], ["rg", "TODO"], ["git", "log"], ["git", "log", "main..HEAD", "--", "src/a.ts"], ["git", "log", "-20", "--format=%H%x09%an", "--no-color", "--since=2.weeks"],
    ["git", "log", "$(touch /tmp/p)"], ["git", "log", "--", "--output=x"], ["git", "log", "-n", "3", "-p"], ["git", "log", "-n3", "-Sneedle"], ["git", "log", "--author", "me"], ["git", "log", "--pretty=oneline"], ["git", "show-ref", "--heads"],
  ])("%s %s ...", (...argv) => expect(line(...argv)).toBe("allowed"));

  it.each([
    ["git"], ["git", "status"], ["git", "status", "--short", "-uall"], ["GIT", "status", "--short"], ["git", "logx"], ["git", "log "], ["rg", "TODO", "x"], ["rg TODO"], ["git", "-C", "x", "log"],
    ["git", "log", "--output=x"], ["git", "log", "--outp=x"], ["git", "log", "-1", "--output", "x"], ["git", "log", "--ext-diff"], ["git", "log", "--textconv"], ["git", "log", "--show-signature"], ["git", "log", "--stdin"],
    ["git", "log", "-L1,1:/etc/passwd"], ["git", "log", "--open-files-in-pager=x"], ["git", "log", "--format=%G?"], ["git", "log", "--pretty=%h %GS"], ["git", "log", "--pretty=mine"], ["git", "log", "--submodule=diff"], ["git", "log", "-O/tmp/x"],
    ["git", "log", "-"], ["git", "log", "/etc/passwd"], ["git", "log", "--", "../x"], ["git", "log", "HEAD:../x"], ["git", "log", "~/x"], ["git", "log", "-n"], ["git", "log", "-n", "--output=x"], ["git", "log", "--no-index"], ["git", "log", "--oneline=x"], ["git", "log", "-pO"],
    ["git", "log", "main\nrm"], ["git", "show-ref", "--exclude-existing=x"],
  ])("not %s %s ...", (...argv) => expect(line(...argv)).toBe("denied"));

  it.each([[["git", "a\0b"]], [["git", "a\ud800"]], [[]], ["git status"], [["git", 1]], [Array.from({ length: 300 }, () => "git")]])("calls %j malformed", (argv) => {
    expect(outcomeOf(decide({ argv: argv as never }))).toBe("malformed");
  });

  it("grants the words with those that keep configuration from running programs", () => {
    const decision = decide({ argv: ["git", "log", "-p"], env: { LANG: "C" } });
    expect(decision).toMatchObject({ allowed: true, target: "git", grant: { kind: "command", program: "git", environment: { LANG: "C", GIT_CONFIG_NOSYSTEM: "1" } } });
    const args = decision.allowed && decision.grant.kind === "command" ? decision.grant.args : [];
    expect(args.slice(-5)).toEqual(["log", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "-p"]);
    expect(args.join(" ")).toContain("-c core.fsmonitor=false -c core.hooksPath=/dev/null");
  });

  it("leaves programs without a profile as they are", () => {
    expect(decide({ argv: ["rg", "TODO"] })).toMatchObject({ grant: { program: "rg", args: ["TODO"], environment: {} } });
  });
});

describe("rules, section 4: variables", () => {
  const set = (env: JsonObject): string => outcomeOf(decide({ argv: ["rg", "TODO"], env }));
  it.each<JsonObject>([{ LC_ALL: "C" }, { LANG: "en_US.UTF-8" }, { TZ: "Europe/Oslo" }, { TERM: "xterm-256color" }, { NO_COLOR: "" }, { COLUMNS: "120" }])("sets %j", (env) => expect(set(env)).toBe("allowed"));
  it.each<JsonObject>([
    { PATH: "/tmp" }, { LD_PRELOAD: "x" }, { DYLD_INSERT_LIBRARIES: "x" }, { GIT_SSH_COMMAND: "x" }, { HOME: "/tmp" }, { XDG_CONFIG_HOME: "/tmp" }, { PYTHONPATH: "/tmp" }, { "BASH_FUNC_ls%%": "() { id; }" }, { PERL5OPT: "-d" }, { NODE_OPTIONS: "-r x" },
    { lang: "C" }, { LC_: "C" }, { LANG: "/tmp/x" }, { LANG: "../x" }, { TZ: ":/etc/x" }, { TZ: "/etc/x" }, { TZ: "a/../b" }, { TERM: "a b" }, { LC_ALL: "x".repeat(300) }, { LOCPATH: "x" }, { TERMINFO: "x" }, { constructor: "x" },
  ])("does not set %j", (env) => expect(set(env)).toBe("denied"));
  it.each<JsonObject>([{ "": "1" }, { "A=B": "1" }, { OK: "a\0b" }, { "A\0": "1" }, { LANG: 1 }, { LANG: "\ud800" }])("calls %j malformed", (env) => expect(set(env)).toBe("malformed"));
  it("calls a list malformed", () => expect(outcomeOf(decide({ argv: ["rg", "TODO"], env: [] as never }))).toBe("malformed"));
});

describe("rules, section 4: the working directory", () => {
  const facts = { commandRoots: () => ["docs", "workspace", "agent"], fenced: () => ["private"] };
  const inFolder = (dir: unknown): Decision => decide({ argv: ["rg", "TODO"], dir: dir as never }, facts);
  it("is a granted root that is registered for commands and that the plugin cannot write", () => {
    expect(inFolder("docs")).toMatchObject({ allowed: true, grant: { folder: { root: "docs", components: [] } } });
    expect(inFolder("agent/repo/sub")).toMatchObject({ allowed: true, grant: { folder: { root: "agent", components: ["repo", "sub"] } } });
  });
  it.each(["workspace", "temp", "plugin", "/etc", "docs/..", "docs/", "agent", "agent/other", "docs/private", "", "~"])("is not %j", (dir) => expect(outcomeOf(inFolder(dir))).toBe("denied"));
  it("is none where no root is registered", () => expect(outcomeOf(decide({ argv: ["rg", "TODO"], dir: "docs" }))).toBe("denied"));
  it("is a text", () => expect(outcomeOf(inFolder(1))).toBe("malformed"));
  it("is a fresh folder otherwise", () => expect(decide({ argv: ["rg", "TODO"] })).not.toHaveProperty("grant.folder"));
});
