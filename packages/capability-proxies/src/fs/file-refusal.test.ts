import { describe, expect, test } from "vitest";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { fileGrant } from "../testing/file-grant.ts";
import { FolderTree, type TreeItem } from "../testing/folder-tree.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";

const secret: TreeItem = { file: "out/secret", text: "S" };

describe("what does not stay inside is refused in one and the same way", () => {
  const cases: readonly (readonly [name: string, path: string, within: string, setup: readonly TreeItem[]])[] = [
    ["an absolute link out", "abs", "", [secret, { link: "temp/abs", to: "{base}/out/secret" }]],
    ["a relative link out", "sub/l", "", [secret, { link: "temp/sub/l", to: "../../out/secret" }]],
    ["a link out to nothing", "l", "", [{ link: "temp/l", to: "../out/none" }]],
    ["a link to nowhere inside", "l", "", [{ link: "temp/l", to: "none" }]],
    ["a folder link to nowhere", "l/f", "", [{ link: "temp/l", to: "none" }]],
    ["a folder link out", "l/secret", "", [secret, { link: "temp/l", to: "../out" }]],
    ["a folder link out, and a name that is not there", "l/none", "", [secret, { link: "temp/l", to: "../out" }]],
    ["links in a ring", "a", "", [{ link: "temp/a", to: "b" }, { link: "temp/b", to: "a" }]],
    ["a link to itself", "a/x", "", [{ link: "temp/a", to: "a" }]],
    ["a pipe", "p", "", [{ fifo: "temp/p" }]],
    ["a device through a link", "z", "", [{ link: "temp/z", to: "/dev/zero" }]],
    ["a fenced file", "Fenced", "", [{ file: "temp/Fenced" }]],
    ["a fenced name that is not there", "fenced/none", "", []],
    ["a link that leaves the rule's folder but not the root", "sub/l", "sub", [{ file: "temp/other/f" }, { link: "temp/sub/l", to: "../other/f" }]],
    ["a rule's folder that is a link out", "l/secret", "l", [secret, { link: "temp/l", to: "../out" }]],
  ];

  test.each(cases)("%s", async (name, path, within, setup) => {
    using tree = new FolderTree(...setup);
    tree.fenced = ["fenced"];
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant(path, { within }) };
    const place = { root: "temp", path };
    const failures = [await rig.failure("fs/read", place, call), await rig.failure("fs/write", { ...place, data: "PWNED" }, call)];
    // That a name inside is a pipe is no secret: a listing says so too.
    if (!name.includes("pipe")) failures.push(await rig.failure("fs/list", place, call), await rig.failure("fs/stat", place, call), await rig.failure("fs/canon", place, call));
    expect(new Set(failures.map(({ code, message, details }) => JSON.stringify({ code, message, details })))).toEqual(
      new Set([JSON.stringify({ code: "PERMISSION_DENIED", message: "The path does not stay inside what the plugin may use, or is nothing that plugins may open.", details: {} })]),
    );
    expect(tree.exists("out/none")).toBe(false);
    expect(tree.exists("temp/none")).toBe(false);
    if (tree.exists("out/secret")) expect([tree.text("out/secret"), tree.names("out")]).toEqual(["S", ["secret"]]);
  });

  test("a grant whose path is not below its rule", async () => {
    using tree = new FolderTree({ file: "temp/a/f" }, { dir: "temp/b" });
    await using rig = new ProxyRig(tree);
    expect(await rig.failure("fs/read", { root: "temp", path: "a/f" }, { grant: fileGrant("a/f", { within: "b" }) })).toMatchObject({ code: "PERMISSION_DENIED" });
  });
});

describe("what only writing may not touch", () => {
  test("a file with a second name is read, not written", async () => {
    using tree = new FolderTree(secret, { hard: "temp/hard", to: "out/secret" });
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant("hard") };
    expect(await rig.call("fs/read", { root: "temp", path: "hard" }, call)).toMatchObject({ data: "S" });
    expect(await rig.failure("fs/write", { root: "temp", path: "hard", data: "PWNED" }, call)).toMatchObject({ code: "PERMISSION_DENIED" });
    expect([tree.text("out/secret"), tree.text("temp/hard")]).toEqual(["S", "S"]);
  });

  test.each([".git/config", ".GIT/hooks/pre-commit", "a/.gitmodules", ".gitattributes"])("git's own %s", async (path) => {
    using tree = new FolderTree();
    await using rig = new ProxyRig(tree);
    expect(await rig.failure("fs/write", { root: "temp", path, data: "x" }, { grant: fileGrant(path) })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(tree.names("temp").filter((name) => name !== "a")).toEqual([]);
  });

  test("a link that stays inside is followed for both", async () => {
    using tree = new FolderTree({ file: "temp/sub/f", text: "x" }, { link: "temp/in", to: "sub/f" });
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant("in") };
    expect(await rig.call("fs/read", { root: "temp", path: "in" }, call)).toMatchObject({ data: "x" });
    await rig.call("fs/write", { root: "temp", path: "in", data: "y" }, call);
    expect(tree.text("temp/sub/f")).toBe("y");
  });
});

/** Puts a link out and a folder in the place of `d`, by turns and without end; what the plugin makes there meanwhile is moved away. */
const swapping = `
  const { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } = require("node:fs");
  const { workerData: temp } = require("node:worker_threads");
  const attempt = (step) => { try { step(); } catch {} };
  for (let turn = 0; ; turn += 1) {
    attempt(() => renameSync(temp + "/d", temp + "/gone/d"));
    attempt(() => rmSync(temp + "/gone/d", { recursive: true }));
    if (turn % 2 === 0) attempt(() => symlinkSync("../out", temp + "/d"));
    else attempt(() => { mkdirSync(temp + "/d"); writeFileSync(temp + "/d/secret", "inside"); });
  }`;

describe("races", () => {
  test("a folder and a link that change places under a reading and writing plugin lead nowhere outside", async () => {
    using tree = new FolderTree(secret, { file: "temp/d/secret", text: "inside" }, { dir: "temp/gone" });
    await using rig = new ProxyRig(tree);
    const swapper = new Worker(swapping, { eval: true, workerData: tree.path("temp") });
    const grant = fileGrant("d/secret");
    const told = new Set<string>();
    for (let round = 0; round < 2000; round += 1) {
      const read = rig.call("fs/read", { root: "temp", path: "d/secret" }, { grant }).then((result) => result.data, (error: { code: string }) => error.code);
      told.add(await read);
      await rig.call("fs/write", { root: "temp", path: "d/secret", data: "inside" }, { grant }).catch(() => undefined);
    }
    await swapper.terminate();
    expect(told).not.toContain("S");
    expect(told).toContain("PERMISSION_DENIED");
    expect(told).toContain("inside");
    expect([tree.text("out/secret"), tree.names("out")]).toEqual(["S", ["secret"]]);
  }, 60_000);

  test("a link that points inside today and outside tomorrow", async () => {
    using tree = new FolderTree(secret, { file: "temp/ok", text: "x" }, { link: "temp/l", to: "ok" });
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant("l") };
    expect(await rig.call("fs/read", { root: "temp", path: "l" }, call)).toMatchObject({ data: "x" });
    rmSync(tree.path("temp/l"));
    symlinkSync("../out/secret", tree.path("temp/l"));
    expect(await rig.failure("fs/read", { root: "temp", path: "l" }, call)).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("a root whose folder is exchanged stays the folder that was opened", async () => {
    using tree = new FolderTree({ file: "temp/f", text: "first" }, { file: "other/f", text: "second" });
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant("f") };
    await rig.call("fs/read", { root: "temp", path: "f" }, call);
    renameSync(tree.path("temp"), tree.path("moved"));
    renameSync(tree.path("other"), tree.path("temp"));
    expect(await rig.call("fs/read", { root: "temp", path: "f" }, call)).toMatchObject({ data: "first" });
  });
});
