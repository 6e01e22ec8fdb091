import { describe, expect, test } from "vitest";
import { openModule, outcomeOf, runTool } from "../testing/open-module.ts";
import { ScratchFolder } from "../testing/scratch-folder.ts";

const perCall = { run: { instances: "per-call" as const } };
const write = '(import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))';
const read = '(import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))';

/**
 * A reactor whose turn reads its line, finds the number after `"id":` and answers with the digit that `$value` gives. Tests put
 * in what it does at initialisation and what it counts.
 */
function reactor(parts: { readonly imports?: string; readonly more?: string; readonly start?: string; readonly init?: string; readonly value: string }): string {
  return `(module ${write} ${read} ${parts.imports ?? ""} (memory (export "memory") 2) ${parts.more ?? ""}
    (data (i32.const 1000) "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":") (data (i32.const 1030) ",\\"result\\":") (data (i32.const 1050) "}\\0a")
    (func $print (param i32 i32) (i32.store (i32.const 0) (local.get 0)) (i32.store (i32.const 4) (local.get 1)) (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
    (func $id (result i32) (local $at i32) (local.set $at (i32.const 2000))
      (loop $next (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br_if $next (i32.ne (i32.load (local.get $at)) (i32.const 0x3a226469))))
      (i32.add (local.get $at) (i32.const 4)))
    (func $digits (param i32) (result i32) (local $at i32) (local.set $at (local.get 0))
      (loop $next (local.set $at (i32.add (local.get $at) (i32.const 1))) (br_if $next (i32.and (i32.ge_u (i32.load8_u (local.get $at)) (i32.const 48)) (i32.le_u (i32.load8_u (local.get $at)) (i32.const 57)))))
      (i32.sub (local.get $at) (local.get 0)))
    (func $value (result i32) ${parts.value})
    ${parts.start === undefined ? "" : `(func $start ${parts.start}) (start $start)`}
    (func (export "_initialize") ${parts.init ?? ""})
    (func (export "ambit_turn") (local $id i32)
      (i32.store (i32.const 16) (i32.const 2000)) (i32.store (i32.const 20) (i32.const 60000))
      (drop (call $fd_read (i32.const 0) (i32.const 16) (i32.const 1) (i32.const 8)))
      (local.set $id (call $id))
      (call $print (i32.const 1000) (i32.const 22)) (call $print (local.get $id) (call $digits (local.get $id)))
      (call $print (i32.const 1030) (i32.const 10)) (i32.store8 (i32.const 900) (i32.add (i32.const 48) (call $value))) (call $print (i32.const 900) (i32.const 1)) (call $print (i32.const 1050) (i32.const 2))))`;
}

const counting = "(i32.store (i32.const 500) (i32.add (i32.load (i32.const 500)) (i32.const 1))) (i32.load (i32.const 500))";

async function answers(text: string, options = {}): Promise<unknown[]> {
  await using sandbox = await openModule(text, { ...options, limits: { callSeconds: 5 } });
  return [await runTool(sandbox), await runTool(sandbox), await runTool(sandbox)];
}

describe("each call meets the module as it was after its initialisation", () => {
  test("in its memory", async () => {
    const text = reactor({ value: counting });
    expect(await answers(text)).toEqual([2, 3, 4]);
    expect(await answers(text, perCall)).toEqual([2, 2, 2]);
  });

  test("in its hidden globals, of every number type", async () => {
    const more = "(global $a (mut i32) (i32.const 0)) (global $b (mut i64) (i64.const 5)) (global $c (mut f32) (f32.const 0)) (global $d (mut f64) (f64.const 0)) (global $e i32 (i32.const 7))";
    const init = "(global.set $b (i64.const -9000000000000000000)) (global.set $c (f32.const 0.5)) (global.set $d (f64.const -0.0))";
    const value = `(global.set $a (i32.add (global.get $a) (i32.const 1)))
      (i32.add (global.get $a) (i32.add (i64.eq (global.get $b) (i64.const -9000000000000000000)) (i32.add (f32.eq (global.get $c) (f32.const 0.5)) (f64.lt (f64.div (f64.const 1) (global.get $d)) (f64.const 0)))))`;
    expect(await answers(reactor({ more, init, value }), perCall)).toEqual([5, 5, 5]);
  });

  test("in memory that it grew, and in memory that it cleared", async () => {
    const init = "(drop (memory.grow (i32.const 3))) (i32.store (i32.const 300000) (i32.const 3)) (i32.store (i32.const 1500) (i32.const 0))";
    const value = "(i32.store (i32.const 300000) (i32.add (i32.load (i32.const 300000)) (i32.const 1))) (i32.add (i32.load (i32.const 300000)) (i32.load (i32.const 1500)))";
    expect(await answers(reactor({ more: '(data (i32.const 1500) "\\09")', init, value }), perCall)).toEqual([5, 5, 5]);
  });

  test("and its start function and initialisation run once", async () => {
    using folder = new ScratchFolder().directory("out");
    const imports = '(import "wasi_snapshot_preview1" "path_create_directory" (func $mkdir (param i32 i32 i32) (result i32)))';
    const make = (name: number): string => `(i32.store8 (i32.const 800) (i32.const ${name})) (i32.store (i32.const 504) (i32.add (i32.load (i32.const 504)) (call $mkdir (i32.const 3) (i32.const 800) (i32.const 1))))`;
    const options = { ...perCall, permissions: { files: [{ root: "out", access: "write" as const }] }, roots: { out: { hostPath: folder.at("out") } } };
    // A name made a second time would leave an error number in the sum.
    expect(await answers(reactor({ imports, start: make(0x61), init: make(0x62), value: "(i32.load (i32.const 504))" }), options)).toEqual([0, 0, 0]);
  });

  test("also where a call trapped or exited: the next one is none the worse", async () => {
    const text = reactor({ value: "(if (i32.gt_u (i32.load (i32.const 500)) (i32.const 0)) (then unreachable)) (i32.store (i32.const 500) (i32.const 1)) (i32.const 1)" });
    await using sandbox = await openModule(text, perCall);
    for (const _ of [1, 2]) await expect(runTool(sandbox)).rejects.toMatchObject({ code: "GUEST_TRAPPED" });
  });
});

describe("a module that cannot be put back is refused, and told why:", () => {
  const table = '(table $t 2 funcref) (elem (i32.const 0) $value)';
  test.each([
    ["a table that grew", { more: table, init: "(drop (table.grow $t (ref.null func) (i32.const 1)))" }, "changed a table"],
    ["a table entry that was set", { more: table, init: "(table.set $t (i32.const 1) (ref.func $value)) (i32.store (i32.const 8) (i32.const 0))" }, "changed a table"],
    ["a mutable global of reference type", { more: "(global $r (mut externref) (ref.null extern))" }, "vector or reference type"],
    ["a passive data segment", { more: '(data $p "x")' }, "passive data segments"],
    ["a passive element segment", { more: "(table 1 funcref) (elem $p func $value)" }, "passive element segments"],
    ["a float that is no number", { more: "(global $f (mut f64) (f64.const 0))", init: "(global.set $f (f64.div (f64.const 0) (f64.const 0)))" }, "holds no number"],
    ["a closed descriptor", { imports: '(import "wasi_snapshot_preview1" "fd_close" (func $close (param i32) (result i32)))', init: "(drop (call $close (i32.const 2)))" }, "a descriptor"],
    ["a question to the host", { more: '(data (i32.const 3000) "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"kv/get\\",\\"params\\":{\\"key\\":\\"a\\"}}\\0a")', init: "(call $print (i32.const 3000) (i32.const 64))" }, "not answered yet"],
  ])("%s", async (_what, parts, word) => {
    const text = reactor({ value: "(i32.const 1)", ...parts });
    expect(await outcomeOf(text, perCall)).toMatchObject({ code: "SAND_WASM_INSTANTIATION_FAILED", message: expect.stringContaining(word) });
    expect(await outcomeOf(text)).not.toMatchObject({ code: "SAND_WASM_INSTANTIATION_FAILED" });
  });
});
