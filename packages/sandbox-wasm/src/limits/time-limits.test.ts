import { AmbitError } from "@ambit/api-types";
import { describe, expect, test } from "vitest";
import { command, openModule, outcomeOf, runTool } from "../testing/open-module.ts";

const memory = '(memory (export "memory") 1)';
const forever = "(loop $on (br $on))";
const short = { callSeconds: 1, cpuMillis: 10_000 };
const clock = "poll_oneoff (param i32 i32 i32 i32) (result i32)";
/** A subscription to the monotonic clock at 64 for an hour; its tag is 0, as the memory is. */
const anHour = "(i32.store (i32.const 80) (i32.const 1)) (i64.store (i32.const 88) (i64.const 3600000000000))";

describe("wall time ends a command that", () => {
  test.each([
    ["loops", command([], forever)],
    ["waits an hour", command([clock], `${anHour} (drop (call $poll_oneoff (i32.const 64) (i32.const 256) (i32.const 1) (i32.const 512)))`)],
    ["waits again and again", command([clock], `(i32.store (i32.const 80) (i32.const 1)) (i64.store (i32.const 88) (i64.const 1000)) (loop $on (drop (call $poll_oneoff (i32.const 64) (i32.const 256) (i32.const 1) (i32.const 512))) (br $on))`)],
    ["yields for ever", command(["sched_yield (result i32)"], "(loop $on (drop (call $sched_yield)) (br $on))")],
    ["fills its memory with random bytes for ever", command(["random_get (param i32 i32) (result i32)"], "(loop $on (drop (call $random_get (i32.const 0) (i32.const 65536))) (br $on))")],
    ["copies memory for ever", command([], "(loop $on (memory.fill (i32.const 0) (i32.const 1) (i32.const 65536)) (br $on))")],
  ])("%s", async (_what, text) => {
    const begin = performance.now();
    expect(await outcomeOf(text, { limits: short })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
    expect(performance.now() - begin).toBeLessThan(5000);
  });

  test("loops before it has begun: in its start function, or while a reactor initialises", async () => {
    for (const text of [`(module ${memory} (func $loop ${forever}) (start $loop) (func (export "_start")))`, `(module ${memory} (func (export "_initialize") ${forever}) (func (export "ambit_turn")))`]) {
      expect(await outcomeOf(text, { limits: short })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
    }
  });
});

test("processor time ends a command that computes, well before its wall time", async () => {
  const begin = performance.now();
  expect(await outcomeOf(command([], forever), { limits: { callSeconds: 30, cpuMillis: 200 } })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "cpuMillis" } });
  expect(performance.now() - begin).toBeLessThan(10_000);
});

test("recursion without end is a full stack, not the end of the host", async () => {
  const dive = '(module (memory (export "memory") 1) (func $dive (param i32) (result i32) (i32.add (call $dive (i32.add (local.get 0) (i32.const 1))) (i32.const 1))) (func (export "_start") (drop (call $dive (i32.const 0)))))';
  expect(await outcomeOf(dive)).toMatchObject({ code: "GUEST_STACK_OVERFLOW" });
});

describe("output", () => {
  const write = "fd_write (param i32 i32 i32 i32) (result i32)";
  const flood = (fd: number): string => command([write], `(i32.store (i32.const 4) (i32.const 65536)) (loop $on (drop (call $fd_write (i32.const ${fd}) (i32.const 0) (i32.const 1) (i32.const 8))) (br $on))`);

  test("a flood on standard output ends at its limit", async () => {
    expect(await outcomeOf(flood(1), { limits: short })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "scriptOutputBytes" } });
  });

  test("a flood on standard error is cut, costs no memory, and ends with the call's time", async () => {
    const before = process.memoryUsage.rss();
    expect(await outcomeOf(flood(2), { limits: short })).toMatchObject({ code: "LIMIT_EXCEEDED", details: { limit: "callSeconds" } });
    expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
  });

  test("a reactor that prints lines for ever is held back and ended", async () => {
    const text = `(module (import "wasi_snapshot_preview1" "${write.replace(" ", '" (func $fd_write ')})) ${memory} (data (i32.const 64) "[]\\0a")
      (func (export "ambit_turn") (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 3)) (loop $on (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (br $on))))`;
    const before = process.memoryUsage.rss();
    expect(await outcomeOf(text, { limits: short })).toMatchObject({ code: expect.stringMatching(/^(GUEST_PROTOCOL|LIMIT_EXCEEDED|INVALID_REQUEST)$/) });
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024);
  });
});

describe("an instance that did anything but return", () => {
  const reactor = (end: string): string => `(module (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32))) ${memory} (global $turns (mut i32) (i32.const 0))
    (data (i32.const 64) "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}\\0a")
    (func (export "ambit_turn") (global.set $turns (i32.add (global.get $turns) (i32.const 1)))
      (if (i32.eq (global.get $turns) (i32.const 1))
        (then (i32.store (i32.const 0) (i32.const 64)) (i32.store (i32.const 4) (i32.const 37)) (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
        (else ${end}))))`;

  test.each([
    ["trapped", "unreachable", "GUEST_TRAPPED"],
    ["exited", "(call $proc_exit (i32.const 3))", "GUEST_EXITED"],
    ["exited with 0", "(call $proc_exit (i32.const 0))", "GUEST_EXITED"],
    ["ran out of time", forever, "LIMIT_EXCEEDED"],
  ])("%s is never used again", async (_what, end, code) => {
    await using sandbox = await openModule(reactor(end), { limits: short });
    await expect(runTool(sandbox)).rejects.toMatchObject({ code });
    await expect(runTool(sandbox)).rejects.toMatchObject({ code: "INSTANCE_STOPPED" });
    const exit = await sandbox.exited;
    expect(AmbitError.isInstance(exit.error) && exit.error.code).toBe(code);
  });
});
