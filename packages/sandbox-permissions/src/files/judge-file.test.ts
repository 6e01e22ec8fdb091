import { describe, expect, it } from "vitest";
import { judgeCall, outcomeOf, samplePolicy } from "../testing/sample-policy.ts";

const policy = samplePolicy({ files: ["plugin", "rw:temp", { root: "workspace", path: "src" }, { root: "workspace", path: "src/out", access: "write" }, "docs"] });

describe("rules, section 3: declared roots", () => {
  it.each([["plugin", "a"], ["temp", "a/b"], ["workspace", "src/a.ts"], ["workspace", "src"], ["docs", ""]])("reads %s %j", (root, path) => {
    expect(outcomeOf(judgeCall(policy, "fs/read", { root, path }))).toBe("allowed");
  });
  it.each([["workspace", "README.md"], ["workspace", ""], ["workspace", "srcs/x"], ["agent", "x"], ["__proto__", "x"], ["Temp", "x"], ["temp", "../x"]])("does not read %s %j", (root, path) => {
    expect(outcomeOf(judgeCall(policy, "fs/read", { root, path }))).toBe("denied");
  });
  it("writes only where it says write", () => {
    expect(outcomeOf(judgeCall(policy, "fs/write", { root: "workspace", path: "src/out/x", data: "" }))).toBe("allowed");
    for (const [root, path] of [["workspace", "src/x"], ["docs", "x"], ["plugin", "x"]] as const) expect(outcomeOf(judgeCall(policy, "fs/write", { root, path, data: "" }))).toBe("denied");
  });
  it("grants within the narrowest rule that allows it", () => {
    expect(judgeCall(policy, "fs/write", { root: "workspace", path: "src/out/a/b", data: "" })).toMatchObject({
      target: "workspace",
      grant: { kind: "file", root: "workspace", components: ["src", "out", "a", "b"], access: "write", within: ["src", "out"] },
    });
    expect(judgeCall(policy, "fs/read", { root: "workspace", path: "src/a" })).toMatchObject({ grant: { within: ["src"] } });
  });
  it.each(["fs/read", "fs/stat", "fs/list", "fs/canon"] as const)("judges %s alike", (method) => {
    expect(outcomeOf(judgeCall(policy, method, { root: "docs", path: "x" }))).toBe("allowed");
    expect(outcomeOf(judgeCall(policy, method, { root: "docs", path: "../x" }))).toBe("denied");
  });
});

describe("rules, section 3: refusals", () => {
  it("says the same whatever the path names", () => {
    expect(judgeCall(policy, "fs/read", { root: "temp", path: "../secret" })).toEqual(judgeCall(policy, "fs/read", { root: "temp", path: "../missing" }));
    expect(judgeCall(policy, "fs/read", { root: "workspace", path: "a" })).toEqual(judgeCall(policy, "fs/read", { root: "workspace", path: "b" }));
  });
  it("never writes git's configuration, in any spelling", () => {
    for (const path of [".git/config", "sub/.GIT/hooks/x", ".git"]) expect(outcomeOf(judgeCall(policy, "fs/write", { root: "temp", path, data: "" }))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/write", { root: "temp", path: ".gitignore", data: "" }))).toBe("allowed");
    expect(outcomeOf(judgeCall(policy, "fs/read", { root: "temp", path: ".git/config" }))).toBe("allowed");
  });
  it("keeps fenced folders shut", () => {
    const facts = { fenced: (root: string) => (root === "temp" ? ["private"] : []) };
    expect(outcomeOf(judgeCall(policy, "fs/read", { root: "temp", path: "PRIVATE/x" }, facts))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/read", { root: "docs", path: "private/x" }, facts))).toBe("allowed");
  });
  it("has no root that the host has not for this plugin", () => {
    const facts = { hasRoot: (root: string) => root !== "docs" };
    expect(outcomeOf(judgeCall(policy, "fs/read", { root: "docs", path: "x" }, facts))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/read", { root: "temp", path: "x" }, facts))).toBe("allowed");
  });
  it("keeps long and odd root names short in the journal", () => {
    expect(judgeCall(policy, "fs/read", { root: "x\n".repeat(30), path: "a" }).target).not.toMatch(/\n/);
  });
});

describe("rules, section 3: a harness plugin's absolute paths", () => {
  const facts = { harnessRoots: () => ({ workspace: "/srv/repo", agent: "/srv" }) };
  it("finds the root and judges the rest", () => {
    expect(judgeCall(policy, "fs/read", { path: "/srv/repo/src/a.ts" }, facts)).toMatchObject({ allowed: true, target: "workspace", grant: { root: "workspace", components: ["src", "a.ts"] } });
    expect(outcomeOf(judgeCall(policy, "fs/read", { path: "/srv/repo/README.md" }, facts))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/read", { path: "/srv/repo/src/../x" }, facts))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/read", { path: "/etc/passwd" }, facts))).toBe("denied");
  });
  it("is for harness plugins alone, and never beside a root", () => {
    expect(outcomeOf(judgeCall(policy, "fs/read", { path: "/srv/repo/src/a.ts" }))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/read", { root: "workspace", path: "/srv/repo/src/a.ts" }, facts))).toBe("denied");
    expect(outcomeOf(judgeCall(policy, "fs/read", { path: "src/a.ts" }, facts))).toBe("denied");
  });
  it("tells no path", () => expect(JSON.stringify(judgeCall(policy, "fs/read", { path: "/etc/passwd" }, facts))).not.toContain("passwd"));
});
