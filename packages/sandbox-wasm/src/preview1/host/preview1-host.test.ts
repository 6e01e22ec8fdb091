import { openRoot } from "@ambit/directory-handles";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { WasmInstance } from "../../engine/web-assembly.ts";
import { InputBytes } from "../stream/input-bytes.ts";
import { OutputBytes } from "../stream/output-bytes.ts";
import { RawGuest } from "../../testing/raw-guest.ts";
import { instantiate, runFixture } from "../../testing/run-fixture.ts";
import { openDescriptors, ScratchFolder } from "../../testing/scratch-folder.ts";
import { Preview1Host } from "./preview1-host.ts";

const start = (instance: WasmInstance): (() => void) => instance.exports["_start"] as () => void;

test("a host offers every function of preview1", () => {
  const source = readFileSync(new URL("../../../fixtures/raw-calls/raw-calls.wat", import.meta.url), "utf8");
  const names = [...source.matchAll(/\(import "wasi_snapshot_preview1" "(\w+)"/g)].map((match) => match[1] ?? "");
  using host = new Preview1Host();
  expect(names).toHaveLength(46);
  expect(Object.keys(host.functions).sort()).toEqual(names.sort());
});

test("an ordinary program finds what it expects", () => {
  using folder = new ScratchFolder().directory("work");
  using root = openRoot(folder.at("work"), { access: "write" });
  const { outcome, stdout, stderr } = runFixture("files", {
    args: ["files", "one"], env: { GREETING: "hi" }, stdin: new InputBytes(Buffer.from("from stdin")), preopens: [{ guestPath: "/work", directory: root }],
  });
  expect(stdout.split("\n")).toEqual([
    "args: 2 one", "env: hi", "mkdir: ok", "create: ok", "append: ok", "line: first", "line: second", "line: third", "seek: ok", "stat: ok", "symlink: ok",
    "through link: ok", "list: link sub", "rename: ok", "missing: ok", "unlink: ok", "list:", "stdin: from stdin", "",
  ]);
  expect(stderr).toBe("to stderr\n");
  expect(outcome).toEqual({ kind: "exit", code: 7 });
});

test("a guest that is given nothing has nothing: no arguments, no environment, no directory, no output", () => {
  using guest = new RawGuest();
  expect(guest.calls.args_sizes_get(0, 4)).toBe(0);
  expect([guest.view.getUint32(0, true), guest.view.getUint32(4, true)]).toEqual([0, 0]);
  expect(guest.calls.environ_sizes_get(0, 4)).toBe(0);
  expect([guest.view.getUint32(0, true), guest.view.getUint32(4, true)]).toEqual([0, 0]);
  expect(guest.calls.fd_prestat_get(3, 0)).toBe(8);
  expect(runFixture("hello", { stdout: new OutputBytes(0) }).outcome).toMatchObject({ kind: "error", error: { code: "LIMIT_EXCEEDED" } });
});

describe("the end of a guest", () => {
  test("can't be caught by the guest", () => {
    using host = new Preview1Host();
    const instance = instantiate("catch-exit", host);
    expect(host.run(start(instance))).toEqual({ kind: "exit", code: 3 });
    expect((instance.exports["survived"] as { readonly value: number }).value).toBe(0);
  });

  test("is for good: it is told again, and no function does anything more", () => {
    using folder = new ScratchFolder().file("root/f", "x");
    using root = openRoot(folder.at("root"), { access: "write" });
    using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
    expect(guest.host.run(() => guest.calls.proc_exit(9))).toEqual({ kind: "exit", code: 9 });
    expect(guest.host.run(() => 1)).toEqual({ kind: "exit", code: 9 });
    expect(() => guest.calls.path_open(3, 0, 0, 1, 0, 2n, 0n, 0, 0)).toThrow("unreachable");
    expect(() => guest.calls.args_sizes_get(0, 4)).toThrow("unreachable");
  });

  test("comes at the output limit, with what was written before", () => {
    const stdout = new OutputBytes(3);
    const { outcome } = runFixture("hello", { stdout });
    expect(outcome).toMatchObject({ kind: "error", error: { code: "LIMIT_EXCEEDED", details: { limit: "scriptOutputBytes" } } });
  });

  test("a trap is told without a stack of the host", () => {
    using host = new Preview1Host();
    const outcome = host.run(() => {
      throw new Error("/host/path");
    });
    expect(outcome).toMatchObject({ kind: "error", error: { code: "GUEST_TRAPPED", message: expect.not.stringContaining("/host") } });
  });
});

test("a thousand runs leave no descriptor behind", () => {
  using folder = new ScratchFolder().file("root/f", "x");
  const before = openDescriptors();
  {
    using root = openRoot(folder.at("root"), { access: "write" });
    for (let run = 0; run < 1000; run += 1) {
      using guest = new RawGuest({ preopens: [{ guestPath: "/root", directory: root }] });
      guest.calls.fd_read(guest.open("f"), ...guest.vectors([3000, 1]), 512);
      guest.open(".", 0, 1n << 14n);
      guest.calls.fd_readdir(3, 2048, 30, 0n, 0);
    }
    expect(openDescriptors()).toBe(before + 1);
  }
  expect(openDescriptors()).toBe(before);
});
