import { existsSync, lstatSync, readFileSync, readdirSync, statSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { DirectoryHandle } from "./directory-handle.ts";
import { openRoot } from "./open-root.ts";
import { ScratchTree } from "../testing/scratch-tree.ts";

const done = { ok: true, value: undefined };

function writable(tree: ScratchTree): DirectoryHandle {
  return openRoot(tree.path("root"), { access: "write" });
}

describe("writeFile", () => {
  test("makes missing parents when asked, and only then", () => {
    using tree = new ScratchTree({ dir: "root" });
    using root = writable(tree);
    expect(root.writeFile(["a", "b", "f"], Buffer.from("x"))).toEqual({ ok: false, reason: "missing" });
    expect(root.writeFile(["a", "b", "f"], Buffer.from("x"), { createParents: true })).toEqual(done);
    expect(readFileSync(tree.path("root/a/b/f"), "utf8")).toBe("x");
  });

  test("replaces in one step: a reader that holds the old file keeps its bytes, the mode stays, no temporary file is left", () => {
    using tree = new ScratchTree({ file: "root/f", text: "old" });
    using root = writable(tree);
    const mode = statSync(tree.path("root/f")).mode;
    using before = opened(root, ["f"]);
    expect(root.writeFile(["f"], Buffer.from("newer"))).toEqual(done);
    const bytes = new Uint8Array(8);
    expect(before.read(bytes, 0, 8, 0)).toBe(3);
    expect(statSync(tree.path("root/f")).mode).toBe(mode);
    expect(readdirSync(tree.path("root"))).toEqual(["f"]);
  });

  test("does not make parents through a link that leaves", () => {
    using tree = new ScratchTree({ dir: "root" }, { dir: "out" }, { link: "root/l", to: "../out" });
    using root = writable(tree);
    expect(root.writeFile(["l", "x", "f"], Buffer.from("x"), { createParents: true })).toEqual({ ok: false, reason: "outside" });
    expect(readdirSync(tree.path("out"))).toEqual([]);
  });
});

function opened(root: DirectoryHandle, path: string[]): Extract<ReturnType<DirectoryHandle["openFile"]>, { ok: true }>["value"] {
  const file = root.openFile(path);
  if (!file.ok) throw new Error(file.reason);
  return file.value;
}

describe("changing names", () => {
  test("make, rename, remove", () => {
    using tree = new ScratchTree({ file: "root/f", text: "x" });
    using root = writable(tree);
    expect(root.makeDirectory(["d"])).toEqual(done);
    expect(root.makeDirectory(["d"])).toEqual({ ok: false, reason: "exists" });
    expect(root.rename(["f"], root, ["d", "g"])).toEqual(done);
    expect(root.removeDirectory(["d"])).toEqual({ ok: false, reason: "not-empty" });
    expect(root.removeFile(["d"])).toEqual({ ok: false, reason: "is-directory" });
    expect(root.removeFile(["d", "g"])).toEqual(done);
    expect(root.removeDirectory(["d"])).toEqual(done);
    expect(readdirSync(tree.path("root"))).toEqual([]);
  });

  test("another root is another world, even on the same disk", () => {
    using tree = new ScratchTree({ file: "root/f", text: "x" }, { dir: "other" });
    using root = writable(tree);
    using other = openRoot(tree.path("other"), { access: "write" });
    using shown = openRoot(tree.path("other"), { access: "read" });
    expect(root.rename(["f"], other, ["f"])).toEqual({ ok: false, reason: "cross-root" });
    expect(root.link(["f"], other, ["f"])).toEqual({ ok: false, reason: "cross-root" });
    expect(root.rename(["f"], shown, ["f"])).toEqual({ ok: false, reason: "read-only" });
    expect(shown.link(["f"], root, ["g"])).toEqual({ ok: false, reason: "read-only" });
    expect(readdirSync(tree.path("other"))).toEqual([]);
  });

  test("a second name ends writing to the file", () => {
    using tree = new ScratchTree({ file: "root/f", text: "x" });
    using root = writable(tree);
    expect(root.link(["f"], root, ["g"])).toEqual(done);
    expect(root.truncate(["f"], 0)).toEqual({ ok: false, reason: "hard-link" });
    expect(root.setTimes(["f"], { modifiedNs: 0n })).toEqual({ ok: false, reason: "hard-link" });
    expect(root.writeFile(["g"], Buffer.from("y"))).toEqual({ ok: false, reason: "hard-link" });
    expect(root.removeFile(["g"])).toEqual(done);
    expect(root.truncate(["f"], 0)).toEqual(done);
  });

  test("removing or moving a link leaves what it leads to", () => {
    using tree = new ScratchTree({ file: "out/f", text: "x" }, { dir: "root" }, { link: "root/l", to: "../out/f" }, { link: "root/m", to: "{base}/out" });
    using root = writable(tree);
    expect(root.removeFile(["m"])).toEqual(done);
    expect(root.rename(["l"], root, ["k"])).toEqual(done);
    expect(lstatSync(tree.path("root/k")).isSymbolicLink()).toBe(true);
    expect(readFileSync(tree.path("out/f"), "utf8")).toBe("x");
  });
});

describe("symlink", () => {
  test.each([
    ["f", ["l"], done],
    ["../f", ["a", "l"], done],
    ["nowhere", ["l"], done],
    ["/f", ["l"], { ok: false, reason: "outside" }],
    ["../f", ["l"], { ok: false, reason: "outside" }],
    ["a/../../f", ["l"], { ok: false, reason: "outside" }],
    ["../../f", ["a", "l"], { ok: false, reason: "outside" }],
    ["C:\\x", ["l"], { ok: false, reason: "outside" }],
    ["", ["l"], { ok: false, reason: "missing" }],
  ])("to %j at %j", (target, path, expected) => {
    using tree = new ScratchTree({ file: "root/f" }, { dir: "root/a" });
    using root = writable(tree);
    expect(root.symlink(target, path)).toEqual(expected);
  });
});

describe("times", () => {
  test("are set on the file, on the link itself, or kept", () => {
    using tree = new ScratchTree({ file: "root/f" }, { link: "root/l", to: "f" });
    utimesSync(tree.path("root/f"), 100, 200);
    using root = writable(tree);
    expect(root.setTimes(["l"], { modifiedNs: 5_000_000_000n }, { follow: false })).toEqual(done);
    expect(lstatSync(tree.path("root/l")).mtimeMs).toBe(5000);
    expect(root.setTimes(["l"], { modifiedNs: 7_000_000_000n })).toEqual(done);
    expect(statSync(tree.path("root/f"))).toMatchObject({ mtimeMs: 7000, atimeMs: 100_000 });
    const start = Date.now() - 1000;
    expect(root.setTimes(["f"], { accessedNs: "now" })).toEqual(done);
    expect(statSync(tree.path("root/f")).atimeMs).toBeGreaterThan(start);
  });
});

describe("a root for reading", () => {
  test("refuses every change, before it looks at the path", () => {
    using tree = new ScratchTree({ file: "root/f", text: "x" });
    using root = openRoot(tree.path("root"), { access: "read" });
    const readOnly = { ok: false, reason: "read-only" };
    const bytes = Buffer.from("evil");
    expect([
      root.writeFile(["f"], bytes), root.writeFile(["nothing", "f"], bytes, { createParents: true }), root.openFile(["f"], { write: true }),
      root.openFile(["n"], { create: true }), root.openFile(["f"], { read: true, truncate: true }), root.makeDirectory(["d"]), root.removeFile(["f"]),
      root.removeDirectory(["d"]), root.rename(["f"], root, ["g"]), root.link(["f"], root, ["g"]), root.symlink("f", ["l"]),
      root.setTimes(["f"], { modifiedNs: 0n }), root.setTimesSelf({ modifiedNs: 0n }), root.truncate(["f"], 0),
    ]).toEqual(Array.from({ length: 14 }, () => readOnly));
    using file = opened(root, ["f"]);
    expect([file.truncate(0), file.setTimes({ modifiedNs: 0n }), file.write(bytes, 0, 4, 0)]).toEqual([readOnly, readOnly, "read-only"]);
    expect(readFileSync(tree.path("root/f"), "utf8")).toBe("x");
    expect(existsSync(tree.path("root/nothing"))).toBe(false);
  });
});
