import { assemble } from "../../../scripts/assemble.ts";

/** Bytes of a string of WAT, all of them as escapes. */
function escaped(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
}

const first = '{"jsonrpc":"2.0","id":1,"result":{}}\n';

/** A reactor that answers its first message, and on each later one prints some bytes as a line, and hands them to the synchronous door. */
export function messageGuest(message: Uint8Array): Uint8Array {
  return assemble(`(module
    (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
    (import "ambit" "call" (func $call (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 4) (global $turns (mut i32) (i32.const 0))
    (data (i32.const 64) "${escaped(Buffer.from(first))}") (data (i32.const 1024) "${escaped(message)}\\0a")
    (func $print (param i32 i32) (i32.store (i32.const 0) (local.get 0)) (i32.store (i32.const 4) (local.get 1)) (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
    (func (export "ambit_turn")
      (global.set $turns (i32.add (global.get $turns) (i32.const 1)))
      (if (i32.eq (global.get $turns) (i32.const 1))
        (then (call $print (i32.const 64) (i32.const ${first.length})))
        (else
          (drop (call $call (i32.const 1024) (i32.const ${message.length}) (i32.const 200000) (i32.const 4096)))
          (call $print (i32.const 1024) (i32.const ${message.length + 1})))))
  )`);
}
