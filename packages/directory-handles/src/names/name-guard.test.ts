import { mkdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openRoot } from "../handle/open-root.ts";
import { ScratchTree } from "../testing/scratch-tree.ts";
import { NameGuard } from "./name-guard.ts";

describe("a fenced name", () => {
  test.each([
    [["strasse"], [], "straße", true],
    [["straße"], [], "STRASSE", true],
    [[".git"], [], ".GIT", true],
    [[".git"], ["a", "b"], ".git", true],
    [[".git"], [], ".g\u200cit", true],
    [["caf\u00e9"], [], "cafe\u0301", true],
    [[".git"], [], ".git. .", true],
    [[".git"], [], ".gitignore", false],
    [["a/private"], ["a"], "private", true],
    [["a/private"], ["A"], "PRIVATE", true],
    [["a/private"], [], "private", false],
    [["/private"], [], "private", true],
    [["/private"], ["a"], "private", false],
  ])("%j closes %j / %j: %j", (fenced, parents, name, expected) => {
    expect(new NameGuard(fenced, false).isFenced(parents, name)).toBe(expected);
  });

  test("is closed for everything, also through a link, and its parents stay where they are", () => {
    using tree = new ScratchTree({ file: "root/a/private/f", text: "S" }, { link: "root/l", to: "a/private/f" }, { link: "root/k", to: "a/PRIVATE" });
    using root = openRoot(tree.path("root"), { access: "write", fenced: ["a/private"] });
    const fenced = { ok: false, reason: "fenced" };
    expect(root.readFile(["a", "private", "f"], { maxBytes: 9 })).toEqual(fenced);
    expect(root.readFile(["l"], { maxBytes: 9 })).toEqual(fenced);
    expect(root.lstat(["a", "private"])).toEqual(fenced);
    expect(root.list(["a"], 9)).toMatchObject({ ok: true, value: { entries: [] } });
    expect(root.rename(["a"], root, ["b"])).toEqual(fenced);
    expect(root.rename(["a", "private"], root, ["b"])).toEqual(fenced);
    expect(root.stat(["k"])).toEqual(fenced);
  });

  test("stays closed below a directory that was opened first", () => {
    using tree = new ScratchTree({ file: "root/a/private/f", text: "S" });
    using root = openRoot(tree.path("root"), { access: "write", fenced: ["a/private"] });
    const inner = root.openDirectory(["a"]);
    expect(inner.ok && inner.value.readFile(["private", "f"], { maxBytes: 9 })).toEqual({ ok: false, reason: "fenced" });
  });
});

describe("names that configure git", () => {
  test.each([[".git"], [".GIT"], ["git~1"], [".gitmodules"], [".gitattributes"], [".Git\u200d"]])("%j is closed for writing", (name) => {
    using tree = new ScratchTree({ dir: "root" });
    using root = openRoot(tree.path("root"), { access: "write", protectGit: true });
    const refused = { ok: false, reason: "protected" };
    expect(root.writeFile([name], Buffer.from("x"))).toEqual(refused);
    expect(root.writeFile([name, "config"], Buffer.from("x"), { createParents: true })).toEqual(refused);
    expect(root.makeDirectory([name])).toEqual(refused);
    expect(root.symlink("x", [name])).toEqual(refused);
    expect(root.openFile([name], { write: true, create: true })).toEqual(refused);
    mkdirSync(tree.path("root/plain"));
    expect(root.rename(["plain"], root, [name])).toEqual(refused);
  });

  test("may be read, and are not written through a link either", () => {
    using tree = new ScratchTree({ file: "root/.git/config", text: "x" }, { link: "root/l", to: ".git/config" }, { link: "root/d", to: ".git" });
    using root = openRoot(tree.path("root"), { access: "write", protectGit: true });
    const refused = { ok: false, reason: "protected" };
    expect(root.readFile(["l"], { maxBytes: 9 }).ok).toBe(true);
    expect(root.writeFile(["l"], Buffer.from("y"))).toEqual(refused);
    expect(root.openFile(["l"], { write: true })).toEqual(refused);
    expect(root.truncate(["l"], 0)).toEqual(refused);
    expect(root.setTimes(["l"], { modifiedNs: 0n })).toEqual(refused);
    expect(root.removeFile(["d", "config"])).toEqual(refused);
    expect(root.writeFile(["d", "hooks", "x"], Buffer.from("y"), { createParents: true })).toEqual(refused);
  });

  test.each([[".gitignore"], [".github"], [".gitkeep"], ["git"]])("%j is an ordinary name", (name) => {
    using tree = new ScratchTree({ dir: "root" });
    using root = openRoot(tree.path("root"), { access: "write", protectGit: true });
    expect(root.writeFile([name], Buffer.from("x")).ok).toBe(true);
  });
});
