import { expect, test } from "vitest";
import { command, outcomeOf } from "../testing/open-module.ts";
import { ScratchFolder } from "../testing/scratch-folder.ts";

const permissions = { files: [{ root: "out", access: "write" as const }] };
const open = "path_open (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)";
const exit = "proc_exit (param i32)";
const path = '(data (i32.const 32) "file")';
const opened = "(if (call $path_open (i32.const 3) (i32.const 0) (i32.const 32) (i32.const 4) (i32.const 0) (i64.const 0x1fffffff) (i64.const 0) (i32.const 0) (i32.const 16)) (then (call $proc_exit (i32.const 99)))) (local.set $fd (i32.load (i32.const 16)))";

/** Does something a thousand times with an open file and exits with 7; says how much the host's memory grew. */
async function growth(imports: readonly string[], attempt: string): Promise<{ readonly outcome: unknown; readonly bytes: number }> {
  using folder = new ScratchFolder().file("out/file", "0123456789");
  const body = `(local $fd i32) (local $n i32) ${opened} (loop $on ${attempt} (local.set $n (i32.add (local.get $n) (i32.const 1))) (br_if $on (i32.lt_u (local.get $n) (i32.const 1000)))) (call $proc_exit (i32.const 7))`;
  const before = process.memoryUsage.rss();
  const outcome = await outcomeOf(command([open, exit, ...imports], body, `(memory (export "memory") 160) ${path}`), { permissions, limits: { callSeconds: 20, cpuMillis: 10_000 }, roots: { out: { hostPath: folder.at("out") } } });
  return { outcome, bytes: process.memoryUsage.rss() - before };
}

const vector = (at: number, pointer: number, length: number): string => `(i32.store (i32.const ${at}) (i32.const ${pointer})) (i32.store (i32.const ${at + 4}) (i32.const ${length}))`;
const io = (name: string): string => `${name} (param i32 i32 i32 i32) (result i32)`;
const call = (name: string, list: number, count: number): string => `(drop (call $${name} (local.get $fd) (i32.const ${list}) (i32.const ${count}) (i32.const 24)))`;

test.each([
  ["fd_read with a vector of 4 GiB", [io("fd_read")], `${vector(64, 0, -1)} ${call("fd_read", 64, 1)}`],
  ["fd_read with a million vectors", [io("fd_read")], call("fd_read", 1024, 1_000_000)],
  ["fd_read with 4 billion vectors", [io("fd_read")], call("fd_read", 1024, -1)],
  ["fd_read into all of its memory", [io("fd_read")], `${vector(64, 1024, 160 * 65536 - 1024)} ${call("fd_read", 64, 1)}`],
  ["fd_write with a vector of 4 GiB", [io("fd_write")], `${vector(64, 0, -1)} ${call("fd_write", 64, 1)}`],
  ["fd_readdir into 4 GiB", ["fd_readdir (param i32 i32 i32 i64 i32) (result i32)"], "(drop (call $fd_readdir (i32.const 3) (i32.const 0) (i32.const -1) (i64.const 0) (i32.const 24)))"],
  ["random_get of 4 GiB", ["random_get (param i32 i32) (result i32)"], "(drop (call $random_get (i32.const 0) (i32.const -1)))"],
  ["poll_oneoff with a million subscriptions", ["poll_oneoff (param i32 i32 i32 i32) (result i32)"], "(drop (call $poll_oneoff (i32.const 0) (i32.const 0) (i32.const 1000000) (i32.const 24)))"],
  ["a path of 10 MB", ["path_filestat_get (param i32 i32 i32 i32 i32) (result i32)"], "(drop (call $path_filestat_get (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 10000000) (i32.const 24)))"],
  ["a link's target of 10 MB", ["path_symlink (param i32 i32 i32 i32 i32) (result i32)"], "(drop (call $path_symlink (i32.const 0) (i32.const 10000000) (i32.const 3) (i32.const 32) (i32.const 4)))"],
])("%s, a thousand times, takes none of the host's memory", async (_what, imports, attempt) => {
  const { outcome, bytes } = await growth(imports, attempt);
  expect(outcome).toMatchObject({ code: "GUEST_EXITED", details: { exitCode: 7 } });
  // A worker with its engine, which every run starts, is some 30 MB of it.
  expect(bytes).toBeLessThan(96 * 1024 * 1024);
});

test("a file cannot be made larger than the disk by saying so", async () => {
  const { outcome } = await growth(["fd_allocate (param i32 i64 i64) (result i32)"], "(drop (call $fd_allocate (local.get $fd) (i64.const 0) (i64.const 9007199254740991)))");
  expect(outcome).toMatchObject({ code: "GUEST_EXITED", details: { exitCode: 7 } });
});
