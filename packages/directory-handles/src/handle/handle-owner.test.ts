import { describe, expect, test } from "vitest";
import type { MechanismName } from "./directory-handle.ts";
import { openRoot } from "./open-root.ts";
import { openDescriptors, ScratchTree } from "../testing/scratch-tree.ts";

describe.each<MechanismName>(["proc-self-fd", "verified-open"])("handles by %s", (mechanism) => {
  test("closing a root closes all that was opened below it, and nothing is left", () => {
    using tree = new ScratchTree({ file: "root/a/b/f", text: "x" }, { link: "root/l", to: "a/b/f" }, { link: "root/out", to: "/etc/passwd" });
    const before = openDescriptors();
    const root = openRoot(tree.path("root"), { access: "read", mechanism });
    const inner = root.openDirectory(["a"]);
    const file = root.openFile(["l"]);
    const reader = root.read();
    if (!inner.ok || !file.ok || !reader.ok) throw new Error("not opened");
    file.value.read(new Uint8Array(1), 0, 1, 0);
    for (let round = 0; round < 50; round += 1) {
      root.readFile(["l"], { maxBytes: 9 });
      root.readFile(["out"], { maxBytes: 9 });
      root.readFile(["a", "b", "gone"], { maxBytes: 9 });
      root.stat(["a", "b", "f", "g"]);
      root.list(["a", "b"], 0);
    }
    root.close();
    root.close();
    expect(openDescriptors()).toBe(before);
    expect(inner.value.stat(["b"])).toEqual({ ok: false, reason: "closed" });
    expect(file.value.read(new Uint8Array(1), 0, 1, 0)).toBe("closed");
    expect(reader.value.next()).toEqual({ ok: false, reason: "closed" });
    expect(root.openFile(["l"])).toEqual({ ok: false, reason: "closed" });
  });

  test("as many handles are open at once as may be, and no more", () => {
    using tree = new ScratchTree({ file: "root/f", text: "x" });
    using root = openRoot(tree.path("root"), { access: "read", mechanism, maxOpen: 10 });
    const files = Array.from({ length: 9 }, () => root.openFile(["f"]));
    expect(files.every((file) => file.ok)).toBe(true);
    expect(root.openFile(["f"])).toEqual({ ok: false, reason: "too-many-open" });
    expect(root.readFile(["f"], { maxBytes: 9 })).toEqual({ ok: false, reason: "too-many-open" });
    if (files[0]?.ok) files[0].value.close();
    expect(root.openFile(["f"]).ok).toBe(true);
  });
});

test("failed writes leave no descriptor either", () => {
  using tree = new ScratchTree({ file: "root/f", text: "x" }, { hard: "root/g", to: "root/f" }, { dir: "root/d" }, { fifo: "root/p" });
  const before = openDescriptors();
  using root = openRoot(tree.path("root"), { access: "write" });
  for (const name of ["f", "g", "d", "p", "f/x", "n/x"]) {
    root.writeFile(name.split("/"), Buffer.from("y"));
    root.openFile(name.split("/"), { write: true, create: true });
    root.truncate(name.split("/"), 0);
    root.setTimes(name.split("/"), { modifiedNs: 0n });
  }
  expect(openDescriptors()).toBe(before + 1);
});
