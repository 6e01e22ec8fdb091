import { truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MODULE_BYTES } from "../backend/read-module-file.ts";
import { command, outcomeOf } from "../testing/open-module.ts";
import { samplePolicy } from "../testing/sample-policy.ts";
import { ScratchFolder } from "../testing/scratch-folder.ts";
import { createWasmSandbox } from "../sandbox/create-wasm-sandbox.ts";

const exit = ["proc_exit (param i32)"];
const start = '(func (export "_start"))';
const memory = '(memory (export "memory") 1)';

test("memory grows to its limit and not a page further, whatever the module declares", async () => {
  const grow = "(loop $more (br_if $more (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))) (call $proc_exit (memory.size))";
  for (const declared of ["1", "1 65536"]) {
    const outcome = await outcomeOf(command(exit, grow, `(memory (export "memory") ${declared})`), { limits: { memoryMb: 3 } });
    expect(outcome).toMatchObject({ code: "GUEST_EXITED", details: { exitCode: 48 } });
  }
});

test("growing by everything at once takes nothing", async () => {
  const before = process.memoryUsage.rss();
  const greedy = "(drop (memory.grow (i32.const 65535))) (drop (memory.grow (i32.const 4000))) (call $proc_exit (memory.size))";
  expect(await outcomeOf(command(exit, greedy), { limits: { memoryMb: 64 } })).toMatchObject({ details: { exitCode: 1 } });
  expect(process.memoryUsage.rss() - before).toBeLessThan(128 * 1024 * 1024);
});

test("tables grow to a bound", async () => {
  const body = "(loop $more (br_if $more (i32.ne (table.grow $t (ref.null func) (i32.const 100000)) (i32.const -1)))) (call $proc_exit (i32.div_u (table.size $t) (i32.const 100000)))";
  expect(await outcomeOf(command(exit, body, `${memory} (table $t 0 funcref)`))).toMatchObject({ code: "GUEST_EXITED", details: { exitCode: 10 } });
});

test.each([
  ["several memories", `(module ${memory} (memory 1) ${start})`, "memories"],
  ["a 64-bit memory", `(module (memory (export "memory") i64 1) ${start})`, "64-bit"],
  ["a shared memory", `(module (memory (export "memory") 1 2 shared) ${start})`, "shared"],
  ["an imported memory", `(module (import "env" "memory" (memory 1)) (memory (export "memory") 1) ${start})`, '"env"."memory"'],
  ["only an imported memory", `(module (import "env" "memory" (memory 1)) (export "memory" (memory 0)) ${start})`, "memory"],
  ["a memory that starts above the limit", `(module (memory (export "memory") 1025) ${start})`, "64 MiB"],
  ["a table that starts above the bound", `(module ${memory} (table 1000001 funcref) ${start})`, "1000001"],
  ["more tables than are offered", `(module ${memory} ${"(table 1 funcref)".repeat(17)} ${start})`, "17 tables"],
])("%s: refused by name", async (_what, text, word) => {
  const outcome = await outcomeOf(text);
  expect(outcome).toMatchObject({ code: "SAND_WASM_MEMORY_REFUSED", message: expect.stringContaining(word) });
});

test("a module larger than may be is refused without being read", async () => {
  using folder = new ScratchFolder();
  const wasmModulePath = folder.at("run.wasm");
  writeFileSync(wasmModulePath, "\0asm\x01\0\0\0");
  truncateSync(wasmModulePath, MODULE_BYTES + 1);
  const before = process.memoryUsage.rss();
  await expect(createWasmSandbox({ wasmModulePath, policy: samplePolicy(), proxies: [] })).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
  expect(process.memoryUsage.rss() - before).toBeLessThan(MODULE_BYTES);
});
