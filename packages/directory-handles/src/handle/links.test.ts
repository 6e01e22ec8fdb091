import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { MechanismName } from "./directory-handle.ts";
import { openRoot } from "./open-root.ts";
import { ScratchTree, type Setup } from "../testing/scratch-tree.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const maxBytes = 1024;

interface ReadCase {
  readonly title: string;
  readonly setup: readonly Setup[];
  readonly path: readonly string[];
  readonly expected: { readonly text: string } | { readonly reason: string };
}

const outside: Setup = { file: "out/secret", text: "S" };
const cases: readonly ReadCase[] = [
  { title: "dots inside a name", setup: [{ file: "root/a..b/..c/d...txt", text: "x" }], path: ["a..b", "..c", "d...txt"], expected: { text: "x" } },
  { title: "a folder named like a glob", setup: [{ file: "root/[a]*?{b}/x", text: "x" }], path: ["[a]*?{b}", "x"], expected: { text: "x" } },
  { title: "an absolute link out", setup: [outside, { link: "root/abs", to: "{base}/out/secret" }], path: ["abs"], expected: { reason: "outside" } },
  { title: "an absolute link that leads back in", setup: [{ file: "root/f", text: "x" }, { link: "root/abs", to: "{base}/root/f" }], path: ["abs"], expected: { reason: "outside" } },
  { title: "a relative link out", setup: [outside, { dir: "root/sub" }, { link: "root/sub/l", to: "../../out/secret" }], path: ["sub", "l"], expected: { reason: "outside" } },
  { title: "a link to a directory outside", setup: [outside, { link: "root/d", to: "../out" }], path: ["d", "secret"], expected: { reason: "outside" } },
  { title: "a link out to nothing looks the same", setup: [{ link: "root/d", to: "../nothing/secret" }], path: ["d"], expected: { reason: "outside" } },
  { title: "a link inside", setup: [{ file: "root/sub/f", text: "x" }, { link: "root/in", to: "sub/f" }], path: ["in"], expected: { text: "x" } },
  { title: "a link through a parent that stays inside", setup: [{ file: "root/f", text: "x" }, { dir: "root/a/b" }, { link: "root/a/b/up", to: "../../f" }], path: ["a", "b", "up"], expected: { text: "x" } },
  { title: "a link to a directory, and back up from where it led", setup: [{ file: "root/x/f", text: "x" }, { dir: "root/x/y" }, { link: "root/l", to: "x/y" }, { link: "root/m", to: "l/../f" }], path: ["m"], expected: { text: "x" } },
  { title: "a chain of links out", setup: [outside, { link: "root/a", to: "b" }, { link: "root/b", to: "c/../../out/secret" }, { dir: "root/c" }], path: ["a"], expected: { reason: "outside" } },
  { title: "links that turn in a circle", setup: [{ link: "root/a", to: "b" }, { link: "root/b", to: "a" }], path: ["a"], expected: { reason: "loop" } },
  { title: "a link to nowhere", setup: [{ link: "root/a", to: "gone" }, { dir: "root/d" }], path: ["a"], expected: { reason: "missing" } },
  { title: "a device through a link", setup: [{ dir: "root" }, { link: "root/z", to: "/dev/zero" }], path: ["z"], expected: { reason: "outside" } },
  { title: "a file with a second name", setup: [{ file: "root/store/f", text: "x" }, { hard: "root/hard", to: "root/store/f" }], path: ["hard"], expected: { text: "x" } },
  { title: "a FIFO", setup: [{ fifo: "root/p" }], path: ["p"], expected: { reason: "special" } },
  { title: "a directory", setup: [{ dir: "root/d" }], path: ["d"], expected: { reason: "is-directory" } },
  { title: "a file on the way", setup: [{ file: "root/f", text: "x" }], path: ["f", "g"], expected: { reason: "not-directory" } },
  { title: "what is not there", setup: [{ dir: "root" }], path: ["a", "b"], expected: { reason: "missing" } },
  { title: "a climb as written", setup: [{ file: "root/f" }], path: ["..", "f"], expected: { reason: "invalid-name" } },
  { title: "a separator inside a component", setup: [outside, { dir: "root" }], path: ["../out/secret"], expected: { reason: "invalid-name" } },
  { title: "a NUL", setup: [{ file: "root/a" }], path: ["a\0b"], expected: { reason: "invalid-name" } },
  { title: "an empty component", setup: [{ file: "root/a" }], path: ["a", ""], expected: { reason: "invalid-name" } },
  { title: "half a character", setup: [{ file: "root/a" }], path: ["a\ud800"], expected: { reason: "invalid-name" } },
  { title: "a name longer than any file system takes", setup: [{ dir: "root" }], path: ["é".repeat(128)], expected: { reason: "name-too-long" } },
];

describe.each<MechanismName>(["proc-self-fd", "verified-open"])("reading by %s", (mechanism) => {
  test.each(cases)("$title", ({ setup, path, expected }) => {
    using tree = new ScratchTree(...setup);
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    const result = root.readFile(path, { maxBytes });
    expect(result.ok ? { text: text(result.value) } : { reason: result.reason }).toEqual(expected);
  });

  test("the root itself may be a link: it is resolved once, when it is opened", () => {
    using tree = new ScratchTree({ file: "real/f", text: "x" }, { link: "root", to: "real" });
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    expect(root.readFile(["f"], { maxBytes })).toMatchObject({ ok: true });
  });

  test("a climb that is allowed is kept at the directory it starts from", () => {
    using tree = new ScratchTree({ file: "root/f", text: "x" }, { dir: "root/a/b" });
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    expect(root.readFile(["a", "..", "f"], { maxBytes, climb: true }).ok).toBe(true);
    expect(root.readFile(["a", "..", "..", "root", "f"], { maxBytes, climb: true })).toEqual({ ok: false, reason: "outside" });
    const inner = root.openDirectory(["a", "b"]);
    if (!inner.ok) throw new Error(inner.reason);
    expect(inner.value.stat([".."], { climb: true })).toEqual({ ok: false, reason: "outside" });
  });
});

describe("writing", () => {
  const refused: readonly (ReadCase & { readonly untouched?: string })[] = [
    { title: "through a link to nowhere outside", setup: [{ dir: "out" }, { dir: "root" }, { link: "root/dang", to: "../out/newfile" }], path: ["dang"], expected: { reason: "outside" } },
    { title: "through a link to nowhere inside", setup: [{ dir: "root" }, { link: "root/dang", to: "newfile" }], path: ["dang"], expected: { reason: "dangling-link" } },
    { title: "a new file below a link to a directory outside", setup: [{ dir: "out" }, { dir: "root" }, { link: "root/evil", to: "../out" }], path: ["evil", "newfile"], expected: { reason: "outside" } },
    { title: "a file outside by its second name", setup: [outside, { dir: "root" }, { hard: "root/hard", to: "out/secret" }], path: ["hard"], expected: { reason: "hard-link" } },
    { title: "a FIFO", setup: [{ fifo: "root/p" }], path: ["p"], expected: { reason: "special" } },
    { title: "a directory", setup: [{ dir: "root/d" }], path: ["d"], expected: { reason: "is-directory" } },
  ];

  test.each(refused)("$title is refused", ({ setup, path, expected }) => {
    using tree = new ScratchTree(...setup);
    using root = openRoot(tree.path("root"), { access: "write" });
    expect(root.writeFile(path, Buffer.from("evil"))).toEqual({ ok: false, ...expected });
    const opened = root.openFile(path, { write: true, create: true, truncate: true });
    expect(opened).toEqual({ ok: false, ...expected });
    expect(existsSync(tree.path("out/newfile"))).toBe(false);
    if (existsSync(tree.path("out/secret"))) expect(readFileSync(tree.path("out/secret"), "utf8")).toBe("S");
  });

  test("through a link that stays inside replaces what it leads to, and keeps the link", () => {
    using tree = new ScratchTree({ file: "root/sub/f", text: "old" }, { link: "root/l", to: "sub/f" });
    using root = openRoot(tree.path("root"), { access: "write" });
    expect(root.writeFile(["l"], Buffer.from("new"))).toEqual({ ok: true, value: undefined });
    expect(readFileSync(tree.path("root/sub/f"), "utf8")).toBe("new");
    expect(readlinkSync(tree.path("root/l"))).toBe("sub/f");
  });

  test("a link is judged at every opening", () => {
    using tree = new ScratchTree(outside, { file: "root/ok", text: "x" }, { link: "root/l", to: "ok" });
    using root = openRoot(tree.path("root"), { access: "write" });
    expect(root.readFile(["l"], { maxBytes }).ok).toBe(true);
    root.removeFile(["l"]);
    tree.add({ link: "root/l", to: "../out/secret" });
    expect(root.readFile(["l"], { maxBytes })).toEqual({ ok: false, reason: "outside" });
  });
});
