import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ScratchTree } from "../testing/scratch-tree.ts";
import type { DirectoryHandle } from "./directory-handle.ts";
import type { OpenFile } from "./open-file.ts";
import { openRoot } from "./open-root.ts";
import type { OpenOptions } from "./options.ts";

const MAX = 10;
const tooLarge = { ok: false, reason: "too-large" };

function bounded(tree: ScratchTree): DirectoryHandle {
  return openRoot(tree.path("root"), { access: "write", maxFileBytes: MAX });
}

function opened(root: DirectoryHandle, options: OpenOptions = {}): OpenFile {
  const file = root.openFile(["f"], { write: true, create: true, ...options });
  if (!file.ok) throw new Error(file.reason);
  return file.value;
}

const bytes = (length: number): Buffer => Buffer.alloc(length, "x");

describe("a file below a root that bounds files", () => {
  test.each([
    [MAX - 1, 0, MAX - 1],
    [MAX, 0, MAX],
    [MAX + 1, 0, MAX],
    [1, MAX - 1, 1],
    [2, MAX - 1, 1],
    [1, MAX, "too-large"],
    [1, 2 ** 52, "too-large"],
    [0, 2 ** 52, 0],
  ])("a write of %i bytes at %i takes %s", (length, position, taken) => {
    using tree = new ScratchTree({ dir: "root" });
    using root = bounded(tree);
    using file = opened(root);
    expect(file.write(bytes(length), 0, length, position)).toBe(taken);
    expect(readFileSync(tree.path("root/f")).length).toBeLessThanOrEqual(MAX);
  });

  test("appending counts from the end, whatever position is said, and however appending was turned on", () => {
    using tree = new ScratchTree({ file: "root/f", text: "01234567" });
    using root = bounded(tree);
    using file = opened(root, { append: true });
    expect(file.write(bytes(5), 0, 5, 0)).toBe(2);
    expect(file.write(bytes(5), 0, 5, 0)).toBe("too-large");
    using later = opened(root);
    expect(later.setAppend(true)).toMatchObject({ ok: true });
    expect(later.write(bytes(1), 0, 1, 0)).toBe("too-large");
    expect(readFileSync(tree.path("root/f")).length).toBe(MAX);
  });

  test("is not made longer by setting its size, nor replaced by a larger one", () => {
    using tree = new ScratchTree({ file: "root/f", text: "0" });
    using root = bounded(tree);
    using file = opened(root);
    expect(file.truncate(MAX)).toMatchObject({ ok: true });
    expect(file.truncate(MAX + 1)).toEqual(tooLarge);
    expect(root.truncate(["f"], MAX + 1)).toEqual(tooLarge);
    expect(root.writeFile(["f"], bytes(MAX + 1))).toEqual(tooLarge);
    expect(root.writeFile(["f"], bytes(MAX))).toMatchObject({ ok: true });
  });

  test("that is larger already is read, and written within, and cut", () => {
    using tree = new ScratchTree({ file: "root/f", text: "0123456789abcdef" });
    using root = bounded(tree);
    using file = opened(root, { read: true });
    const read = new Uint8Array(32);
    expect(file.read(read, 0, 32, 0)).toBe(16);
    expect(file.write(bytes(2), 0, 2, 3)).toBe(2);
    expect(file.write(bytes(2), 0, 2, 12)).toBe("too-large");
    expect(file.truncate(4)).toMatchObject({ ok: true });
    expect(readFileSync(tree.path("root/f"), "utf8")).toBe("012x");
  });
});
