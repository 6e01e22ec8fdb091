import { describe, expect, it } from "vitest";
import { compilePolicy } from "../policy/compile-policy.ts";
import { sampleHost, sampleManifest, samplePolicy } from "../testing/sample-policy.ts";
import { diffPolicies } from "./diff-policies.ts";
import { judgeUpdate } from "./judge-update.ts";

const widenings = (old: Record<string, unknown>, updated: Record<string, unknown>): readonly string[] => diffPolicies(samplePolicy(old), samplePolicy(updated)).widenings;

describe("rules, section 7: what widens", () => {
  it.each([
    [{ network: ["*.example.dev"] }, { network: ["example.dev"] }, "network:example.dev"],
    [{ network: ["a.example.dev"] }, { network: ["a.example.dev", "b.example.dev"] }, "network:b.example.dev"],
    [{ network: ["a.example.dev"] }, { network: ["a.example.dev:8443"] }, "network:a.example.dev:8443"],
    [{ network: ["a.example.dev"] }, { network: ["*.a.example.dev"] }, "network:*.a.example.dev"],
    [{ network: ["*"] }, { network: ["a.example.dev:8443"] }, "network:a.example.dev:8443"],
    [{ network: ["*"] }, { network: ["{account}"] }, "network:{account}"],
    [{ network: ["*"] }, { network: ["tcp:a.example.dev:443"] }, "network:tcp:a.example.dev:443"],
    [{ network: [] }, { network: ["local:shared"] }, "network:local:shared"],
    [{ files: ["temp"] }, { files: ["rw:temp"] }, "files:write:temp"],
    [{ files: [{ root: "docs", path: "a" }] }, { files: ["docs"] }, "files:read:docs"],
    [{ commands: ["git log *"], files: ["rw:workspace"] }, { commands: ["git log *"], files: ["workspace"] }, "commands:git log *"],
    [{ commands: ["git log *"], files: [{ root: "workspace", path: "a", access: "write" }, "workspace"] }, { commands: ["git log *"], files: ["workspace"] }, "commands:git log *"],
    [{ commands: ["git log --oneline"] }, { commands: ["git log *"] }, "commands:git log *"],
    [{ commands: ["git log --oneline *"] }, { commands: ["git log *"] }, "commands:git log *"],
    [{ capabilities: ["content:read"] }, { capabilities: ["content:write"] }, "capabilities:content:write"],
    [{ secrets: ["a"] }, { secrets: ["b"] }, "secrets:b"],
    [{ events: [] }, { events: ["e"] }, "events:e"],
    [{ storage: {} }, { storage: { notes: {} } }, "storage:notes"],
  ])("%j -> %j: %s", (old, updated, key) => expect(widenings(old, updated)).toEqual([key]));

  const asking = (hooks: readonly object[], routes: readonly object[] = []) => compilePolicy({ manifest: sampleManifest({ hooks, routes }), removed: [], host: sampleHost });
  it.each([
    [asking([]), asking([{ name: "a", mode: "observe" }]), ["hooks:observe:a"]],
    [asking([{ name: "a", mode: "observe" }]), asking([{ name: "a", mode: "policy", priority: 1 }]), ["hooks:policy:a"]],
    [asking([{ name: "a", mode: "policy" }]), asking([{ name: "a", mode: "observe" }]), []],
    [asking([{ name: "a", mode: "policy" }]), asking([{ name: "a", mode: "policy", priority: 1, timeoutMs: 9 }]), []],
    [asking([]), asking([], [{ name: "r" }]), ["routes:known:r"]],
    [asking([], [{ name: "r" }]), asking([], [{ name: "r", public: true }]), ["routes:public:r"]],
    [asking([], [{ name: "r", public: true }]), asking([], [{ name: "r" }]), []],
  ])("hooks and routes: %#", (old, updated, keys) => expect(diffPolicies(old, updated).widenings).toEqual(keys));

  it.each([
    [[], [{ on: "saved", run: "make" }], ["contributes:saved:make"]],
    [[{ on: "saved", run: "make" }], [{ on: "saved", run: "make  -k" }], ["contributes:saved:make  -k"]],
    [[{ on: "saved", run: "make" }], [{ on: "closed", run: "make" }], ["contributes:closed:make"]],
    [[{ on: "saved", run: "make" }], [], []],
  ])("shell lines: %j -> %j: %j", (old, updated, keys) => {
    const contributing = (commands: readonly object[]) => compilePolicy({ manifest: sampleManifest({ contributes: { commands } }), removed: [], host: sampleHost });
    expect(diffPolicies(contributing(old), contributing(updated)).widenings).toEqual(keys);
  });

  it("tells an implied capability that is new", () => {
    expect(widenings({ capabilities: ["content:write"] }, { capabilities: ["content:admin"] })).toEqual(["capabilities:content:admin"]);
    expect(widenings({}, { capabilities: ["content:write"] })).toEqual(["capabilities:content:read", "capabilities:content:write"]);
  });

  it.each([
    [{ network: ["*.example.dev"] }, { network: ["*.eu.example.dev", "a.b.example.dev"] }],
    [{ network: ["*"] }, { network: ["a.example.dev", "*.example.org"] }],
    [{ files: ["rw:workspace"] }, { files: ["workspace"] }],
    [{ files: ["rw:workspace"] }, { files: [{ root: "workspace", path: "a/b", access: "write" }] }],
    [{ commands: ["git log *"] }, { commands: ["git log --oneline", "git log -n 3 *"] }],
    [{ commands: ["git log *"], files: ["rw:workspace"] }, { commands: ["git log *"], files: ["rw:workspace"] }],
    [{ commands: ["git log *"], files: ["rw:workspace"] }, { commands: ["git log *"] }],
    [{ capabilities: ["content:admin"] }, { capabilities: ["content:read"] }],
    [{ network: ["a.example.dev"], secrets: ["x"] }, {}],
  ])("%j -> %j widens nothing", (old, updated) => expect(widenings(old, updated)).toEqual([]));
});

describe("rules, section 7: an update", () => {
  const version = (fields: Record<string, unknown>) => ({ manifest: sampleManifest(fields), policy: samplePolicy((fields["permissions"] ?? {}) as Record<string, unknown>) });
  it("goes in where it widens nothing, and waits otherwise", () => {
    expect(judgeUpdate(version({ permissions: { network: ["*"] } }), version({ version: "2.0.0" }))).toEqual({ goesIn: true });
    expect(judgeUpdate(version({}), version({ permissions: { secrets: ["x"] } }))).toEqual({ goesIn: false, because: "widens", widenings: ["secrets:x"] });
  });
  it("is a first install where publisher or plugin is another", () => {
    expect(judgeUpdate(version({}), version({ publisher: "Other" }))).toEqual({ goesIn: false, because: "publisher" });
    expect(judgeUpdate(version({}), version({ id: "other" }))).toEqual({ goesIn: false, because: "plugin" });
  });
});
