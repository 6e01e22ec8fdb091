import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { chooseMechanism } from "../probe/choose-mechanism.ts";
import { ScratchTree } from "../testing/scratch-tree.ts";
import { openRoot } from "./open-root.ts";

test("what is no directory is refused, without its path", () => {
  using tree = new ScratchTree({ file: "f", text: "x" });
  for (const name of ["f", "gone"]) {
    expect(() => openRoot(tree.path(name), { access: "read" })).toThrow(expect.objectContaining({ code: "FILE_FAILED", message: expect.not.stringContaining(tree.base) }));
  }
});

test("a system that can only verify refuses to write, and says why", () => {
  using tree = new ScratchTree({ dir: "root" });
  expect(() => openRoot(tree.path("root"), { access: "write", mechanism: "verified-open" })).toThrow(/grant the root for reading/);
});

test("a root says how it is confined", () => {
  using tree = new ScratchTree({ dir: "root" });
  using root = openRoot(tree.path("root"), { access: "write" });
  expect(root.describe()).toMatchObject({ mechanism: chooseMechanism(), access: "write" });
  using verified = openRoot(tree.path("root"), { access: "read", mechanism: "verified-open" });
  expect(verified.describe()).toMatchObject({ mechanism: "verified-open", access: "read" });
});

test("a held directory stays the same one when another is put in its place", () => {
  using tree = new ScratchTree({ file: "root/d/f", text: "inside" }, { file: "out/f", text: "secret" });
  using root = openRoot(tree.path("root"), { access: "write" });
  const held = root.openDirectory(["d"]);
  if (!held.ok) throw new Error(held.reason);
  renameSync(tree.path("root/d"), tree.path("root/moved"));
  symlinkSync(tree.path("out"), tree.path("root/d"));
  const read = held.value.readFile(["f"], { maxBytes: 99 });
  expect(read.ok && Buffer.from(read.value).toString()).toBe("inside");
  expect(root.readFile(["d", "f"], { maxBytes: 99 })).toEqual({ ok: false, reason: "outside" });
});

test("a verified directory that was replaced is gone, not taken for the new one", () => {
  using tree = new ScratchTree({ file: "root/d/f", text: "inside" });
  using root = openRoot(tree.path("root"), { access: "read", mechanism: "verified-open" });
  const held = root.openDirectory(["d"]);
  if (!held.ok) throw new Error(held.reason);
  renameSync(tree.path("root/d"), tree.path("root/moved"));
  mkdirSync(tree.path("root/d"));
  writeFileSync(tree.path("root/d/f"), "other");
  expect(held.value.readFile(["f"], { maxBytes: 99 })).toEqual({ ok: false, reason: "missing" });
});
