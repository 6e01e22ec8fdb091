import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { MechanismName } from "./directory-handle.ts";
import type { OpenFile } from "./open-file.ts";
import { openRoot } from "./open-root.ts";
import { readWhole } from "./read-whole.ts";
import { ScratchTree } from "../testing/scratch-tree.ts";

describe.each<MechanismName>(["proc-self-fd", "verified-open"])("reading by %s", (mechanism) => {
  test("a limit is inclusive", () => {
    using tree = new ScratchTree({ file: "root/big", size: 262_144 });
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    const whole = root.readFile(["big"], { maxBytes: 262_144 });
    expect(whole.ok && whole.value.length).toBe(262_144);
    expect(root.readFile(["big"], { maxBytes: 262_143 })).toEqual({ ok: false, reason: "too-large" });
  });

  test("a file that grows while it is read is refused by what was read, not by its first size", () => {
    using tree = new ScratchTree({ file: "root/log", size: 1000 });
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    const file = root.openFile(["log"]);
    if (!file.ok) throw new Error(file.reason);
    using growing = growOnFirstRead(file.value, () => appendFileSync(tree.path("root/log"), "y".repeat(400_000)));
    expect(() => readWhole(growing, 262_144)).toThrow(expect.objectContaining({ reason: "too-large" }));
  });

  test("names are listed with their kinds, fenced ones left out, and bounded", () => {
    using tree = new ScratchTree({ file: "root/f" }, { dir: "root/d" }, { link: "root/l", to: "f" }, { fifo: "root/p" }, { dir: "root/Private" });
    using root = openRoot(tree.path("root"), { access: "read", mechanism, fenced: ["private"] });
    const listed = root.list([], 4);
    expect(listed.ok && [...listed.value.entries].sort((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: "d", kind: "directory" }, { name: "f", kind: "file" }, { name: "l", kind: "link" }, { name: "p", kind: "fifo" },
    ]);
    expect(listed.ok && listed.value.truncated).toBe(false);
    expect(root.list([], 3)).toMatchObject({ ok: true, value: { entries: { length: 3 }, truncated: true } });
    expect(root.list(["f"], 3)).toEqual({ ok: false, reason: "not-directory" });
  });

  test("a name that is no UTF-8 is not listed", () => {
    using tree = new ScratchTree({ file: "root/f" });
    writeFileSync(Buffer.concat([Buffer.from(`${tree.path("root")}/`), Buffer.from([0xff, 0xfe])]), "x");
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    expect(root.list([], 9)).toEqual({ ok: true, value: { entries: [{ name: "f", kind: "file" }], truncated: false } });
  });

  test("stat follows a link, lstat does not; canonical has every link resolved", () => {
    using tree = new ScratchTree({ file: "root/sub/f", text: "abc" }, { link: "root/l", to: "sub/f" }, { link: "root/d", to: "sub" });
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    expect(root.stat(["l"])).toMatchObject({ ok: true, value: { kind: "file", size: 3n } });
    expect(root.lstat(["l"])).toMatchObject({ ok: true, value: { kind: "link" } });
    expect(root.readLink(["l"])).toEqual({ ok: true, value: "sub/f" });
    expect(root.readLink(["sub", "f"])).toEqual({ ok: false, reason: "not-link" });
    expect(root.canonical(["d", "f"])).toEqual({ ok: true, value: ["sub", "f"] });
    expect(root.canonical(["l"])).toEqual({ ok: true, value: ["sub", "f"] });
    expect(root.stat(["l"], { directory: true })).toEqual({ ok: false, reason: "not-directory" });
    expect(root.stat(["d"], { directory: true })).toMatchObject({ ok: true, value: { kind: "directory" } });
  });

  test("a FIFO is never opened: a writer that waits for a reader goes on waiting", async () => {
    using tree = new ScratchTree({ fifo: "root/p" });
    using root = openRoot(tree.path("root"), { access: "read", mechanism });
    const writer = spawn("sh", ["-c", `echo ready; echo woken > '${tree.path("root/p")}'; echo done`]);
    let output = "";
    writer.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await once(writer.stdout, "data");
    for (let round = 0; round < 200; round += 1) expect(root.readFile(["p"], { maxBytes: 10 })).toEqual({ ok: false, reason: "special" });
    expect(root.stat(["p"])).toMatchObject({ ok: true, value: { kind: "fifo" } });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(output).toBe("ready\n");
    writer.kill("SIGKILL");
    await once(writer, "close");
  });
});

function growOnFirstRead(file: OpenFile, grow: () => void): OpenFile {
  let grown = false;
  return new Proxy(file, {
    get(target, name) {
      if (name === "read" && !grown) {
        grown = true;
        grow();
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
