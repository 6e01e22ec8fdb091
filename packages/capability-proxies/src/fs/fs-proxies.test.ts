import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileGrant } from "../testing/file-grant.ts";
import { FolderTree, openDescriptors } from "../testing/folder-tree.ts";
import { ProxyRig } from "../testing/proxy-rig.ts";

/** The parameters that go with a grant; the proxy works on the grant alone. */
const at = (path: string): { root: string; path: string } => ({ root: "temp", path });

describe("fs/read and fs/write", () => {
  test("text goes in and comes out; missing folders are made; the old content is replaced whole", async () => {
    using tree = new FolderTree();
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant("déjà vu/[a]*?{b}/notes.txt") };
    expect(await rig.answer("fs/write", { ...at("x"), data: "first, and longer" }, call)).toEqual({ result: { bytes: 17 }, bytesOut: 17 });
    expect(await rig.call("fs/write", { ...at("x"), data: "second" }, call)).toEqual({ bytes: 6 });
    expect(await rig.answer("fs/read", at("x"), call)).toEqual({ result: { data: "second", encoding: "utf8" }, bytesIn: 6 });
    expect(tree.text("temp/déjà vu/[a]*?{b}/notes.txt")).toBe("second");
    expect(tree.names("temp/déjà vu/[a]*?{b}")).toEqual(["notes.txt"]);
  });

  test("bytes go in and out as base64", async () => {
    using tree = new FolderTree();
    await using rig = new ProxyRig(tree);
    const call = { grant: fileGrant("b") };
    expect(await rig.call("fs/write", { ...at("b"), data: "/wD+", encoding: "base64" }, call)).toEqual({ bytes: 3 });
    expect(await rig.call("fs/read", at("b"), call)).toEqual({ data: "/wD+", encoding: "base64" });
    expect(await rig.failure("fs/write", { ...at("b"), data: "/wD", encoding: "base64" }, call)).toMatchObject({ code: "INVALID_PARAMS" });
    expect(await rig.failure("fs/write", { ...at("b"), data: "\ud800" }, call)).toMatchObject({ code: "INVALID_PARAMS" });
    expect(tree.names("temp")).toEqual(["b"]);
  });

  test("fileBytes holds at, above, and for a write", async () => {
    using tree = new FolderTree({ file: "temp/big", size: 1000 });
    await using rig = new ProxyRig({ ...tree, limits: { fileBytes: 1000 } });
    const call = { grant: fileGrant("big") };
    expect((await rig.call("fs/read", at("big"), call)).data).toHaveLength(1000);
    await rig.call("fs/write", { ...at("big"), data: "a".repeat(1000) }, call);
    expect(await rig.failure("fs/write", { ...at("big"), data: "é".repeat(501) }, call)).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "fileBytes" } });
    tree.add({ file: "temp/big", size: 1001 });
    expect(await rig.failure("fs/read", at("big"), call)).toMatchObject({ code: "PERMISSION_DENIED", details: { limit: "fileBytes" } });
  });

  test("a file without end or size is refused by what comes out of it", async () => {
    await using rig = new ProxyRig({ mountOf: () => ({ hostPath: "/proc", fenced: [] }) });
    // The system tells a size of 0 for it.
    expect(await rig.failure("fs/read", at("kallsyms"), { grant: fileGrant("kallsyms") })).toMatchObject({ code: "PERMISSION_DENIED", details: { limit: "fileBytes" } });
  });

  test("a missing file is told as one; a folder, or a file on the way, fails", async () => {
    using tree = new FolderTree({ file: "temp/dir/file" });
    await using rig = new ProxyRig(tree);
    const codeOf = async (path: string): Promise<string> => (await rig.failure("fs/read", at(path), { grant: fileGrant(path) })).code;
    expect([await codeOf("none"), await codeOf("none/deeper"), await codeOf("dir"), await codeOf(""), await codeOf("dir/file/x")]).toEqual([
      "FILE_NOT_FOUND",
      "FILE_NOT_FOUND",
      "FILE_FAILED",
      "FILE_FAILED",
      "FILE_FAILED",
    ]);
    expect(await rig.failure("fs/write", { ...at("dir"), data: "" }, { grant: fileGrant("dir") })).toMatchObject({ code: "FILE_FAILED" });
  });

  test("a grant to read does not write", async () => {
    using tree = new FolderTree({ file: "temp/f", text: "old" });
    await using rig = new ProxyRig(tree);
    expect(await rig.failure("fs/write", { ...at("f"), data: "new" }, { grant: fileGrant("f", { access: "read" }) })).toMatchObject({ code: "PERMISSION_DENIED" });
    expect(tree.text("temp/f")).toBe("old");
  });
});

describe("fs/stat, fs/list, fs/canon", () => {
  test("stat tells kind, size and time, of links what they lead to, and nothing more", async () => {
    using tree = new FolderTree({ file: "temp/sub/f", size: 5 }, { link: "temp/in", to: "sub/f" });
    await using rig = new ProxyRig(tree);
    const stat = async (path: string): Promise<unknown> => rig.call("fs/stat", at(path), { grant: fileGrant(path) });
    const recent = expect.toSatisfy((time: number) => Math.abs(Date.now() - time) < 60_000) as number;
    expect(await stat("in")).toEqual({ kind: "file", bytes: 5, modified: recent });
    expect(await stat("sub")).toEqual({ kind: "directory", bytes: 0, modified: recent });
    expect(await stat("")).toEqual({ kind: "directory", bytes: 0, modified: recent });
    expect(await rig.failure("fs/stat", at("no"), { grant: fileGrant("no") })).toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  test("a listing is in the order of code points, and fenced names are not in it", async () => {
    using tree = new FolderTree({ dir: "temp/b" }, { file: "temp/a" }, { file: "temp/\u{ffee}" }, { file: "temp/\u{1f44d}" }, { link: "temp/l", to: "a" }, { fifo: "temp/p" }, { dir: "temp/Private" });
    tree.fenced = ["private"];
    await using rig = new ProxyRig(tree);
    expect(await rig.call("fs/list", at(""), { grant: fileGrant("") })).toEqual({
      entries: [
        { name: "a", kind: "file" },
        { name: "b", kind: "directory" },
        { name: "l", kind: "other" },
        { name: "p", kind: "other" },
        { name: "\u{ffee}", kind: "file" },
        { name: "\u{1f44d}", kind: "file" },
      ],
      truncated: false,
    });
    expect(await rig.failure("fs/list", at("a"), { grant: fileGrant("a") })).toMatchObject({ code: "FILE_FAILED" });
  });

  test("a listing ends at 10,000 names and says so", async () => {
    using tree = new FolderTree(...Array.from({ length: 10_001 }, (_, index) => ({ file: `temp/${index}` })));
    await using rig = new ProxyRig(tree);
    const listing = async (): Promise<[number, boolean]> => {
      const { entries, truncated } = await rig.call("fs/list", at(""), { grant: fileGrant("") });
      return [entries.length, truncated];
    };
    expect(await listing()).toEqual([10_000, true]);
    rmSync(tree.path("temp/0"));
    expect(await listing()).toEqual([10_000, false]);
  }, 30_000);

  test("canon follows links below the root", async () => {
    using tree = new FolderTree({ file: "temp/a/b/f" }, { link: "temp/l", to: "a/b" });
    await using rig = new ProxyRig(tree);
    const canon = async (path: string, within = ""): Promise<unknown> => rig.call("fs/canon", at(path), { grant: fileGrant(path, { within }) });
    expect(await canon("l/f")).toEqual({ root: "temp", path: "a/b/f" });
    expect(await canon("")).toEqual({ root: "temp", path: "" });
    expect(await canon("a/b/f", "a")).toEqual({ root: "temp", path: "a/b/f" });
    expect(await canon("l", "l")).toEqual({ root: "temp", path: "a/b" });
  });
});

describe("roots", () => {
  test("one that the host lacks fails, without its path; one that comes or goes is seen at the next call", async () => {
    using tree = new FolderTree();
    await using rig = new ProxyRig(tree);
    const grant = fileGrant("f", { root: "project" });
    expect(await rig.failure("fs/read", at("f"), { grant })).toMatchObject({ code: "FILE_FAILED", details: { target: "project" } });
    tree.add({ file: "project/f", text: "here" });
    expect(await rig.call("fs/read", at("f"), { grant })).toMatchObject({ data: "here" });
    tree.fenced = ["f"];
    expect(await rig.failure("fs/read", at("f"), { grant })).toMatchObject({ code: "PERMISSION_DENIED" });
  });

  test("a root that is a link is the folder it leads to; one that is a file fails", async () => {
    using tree = new FolderTree({ file: "real/f", text: "x" }, { link: "linked", to: "real" }, { file: "plain" });
    await using rig = new ProxyRig(tree);
    expect(await rig.call("fs/read", at("f"), { grant: fileGrant("f", { root: "linked" }) })).toMatchObject({ data: "x" });
    expect(await rig.failure("fs/read", at("f"), { grant: fileGrant("f", { root: "plain" }) })).toMatchObject({ code: "FILE_FAILED" });
  });

  test("no descriptor is left behind", async () => {
    using tree = new FolderTree({ file: "temp/sub/f" });
    const before = openDescriptors();
    const rig = new ProxyRig(tree);
    for (let round = 0; round < 20; round += 1) {
      await rig.call("fs/write", { ...at("sub/g"), data: "x" }, { grant: fileGrant("sub/g", { within: "sub" }) });
      await rig.call("fs/read", at("sub/f"), { grant: fileGrant("sub/f", { within: "sub" }) });
      await rig.call("fs/list", at("sub"), { grant: fileGrant("sub") });
      await rig.call("fs/stat", at("sub"), { grant: fileGrant("sub") });
      await rig.failure("fs/read", at("no"), { grant: fileGrant("no") });
    }
    expect(openDescriptors()).toBe(before + 2);
    await rig.release();
    expect(openDescriptors()).toBe(before);
  });
});
