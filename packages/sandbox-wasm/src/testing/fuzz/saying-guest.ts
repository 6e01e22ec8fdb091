import { assemble } from "../../../scripts/assemble.ts";

/** What stands around each text in the argument of a {@link sayingGuest}. */
const MARK = "|";

/**
 * A reactor that says what it is told to: of `|first|second|`, both in hexadecimal digits, it hands the first to the synchronous
 * door, then prints both, each with a line's end. What comes without marks, such as answers to what it said, it takes and keeps silent.
 */
export function sayingGuest(): Uint8Array {
  return assemble(`(module
    (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
    (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
    (import "ambit" "call" (func $call (param i32 i32 i32 i32) (result i32)))
    (memory (export "memory") 96) (global $turns (mut i32) (i32.const 0)) (global $at (mut i32) (i32.const 0)) (global $end (mut i32) (i32.const 0))
    (data (i32.const 64) "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}\\0a")
    (func $print (param i32 i32) (i32.store (i32.const 0) (local.get 0)) (i32.store (i32.const 4) (local.get 1)) (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
    (func $digit (param i32) (result i32) (select (i32.sub (local.get 0) (i32.const 48)) (i32.sub (local.get 0) (i32.const 87)) (i32.lt_u (local.get 0) (i32.const 58))))
    (func $next (result i32) (global.set $at (i32.add (global.get $at) (i32.const 1))) (i32.load8_u (i32.sub (global.get $at) (i32.const 1))))
    (func $decode (result i32) (local $to i32) (local $c i32) (local.set $to (i32.const 3000000))
      (block $done (loop $on
        (local.set $c (call $next)) (br_if $done (i32.eq (local.get $c) (i32.const ${MARK.charCodeAt(0)}))) (br_if $done (i32.ge_u (global.get $at) (global.get $end)))
        (i32.store8 (local.get $to) (i32.add (i32.shl (call $digit (local.get $c)) (i32.const 4)) (call $digit (call $next))))
        (local.set $to (i32.add (local.get $to) (i32.const 1))) (br $on)))
      (i32.store8 (local.get $to) (i32.const 10))
      (i32.sub (local.get $to) (i32.const 3000000)))
    (func (export "ambit_turn") (local $length i32)
      (i32.store (i32.const 0) (i32.const 65536)) (i32.store (i32.const 4) (i32.const 2900000)) (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
      (global.set $turns (i32.add (global.get $turns) (i32.const 1))) (global.set $at (i32.const 65536)) (global.set $end (i32.add (i32.const 65536) (i32.load (i32.const 8))))
      (if (i32.eq (global.get $turns) (i32.const 1)) (then (call $print (i32.const 64) (i32.const 37)) (return)))
      (block $found (loop $on (if (i32.ge_u (global.get $at) (global.get $end)) (then (return))) (br_if $found (i32.eq (call $next) (i32.const ${MARK.charCodeAt(0)}))) (br $on)))
      (local.set $length (call $decode))
      (drop (call $call (i32.const 3000000) (local.get $length) (i32.const 5000000) (i32.const 4096)))
      (call $print (i32.const 3000000) (i32.add (local.get $length) (i32.const 1)))
      (call $print (i32.const 3000000) (i32.add (call $decode) (i32.const 1)))))`);
}

/** The argument that has a {@link sayingGuest} say two things. */
export function toSay(first: Uint8Array, second: string): string {
  return [first, Buffer.from(second)].map((part) => MARK + Buffer.from(part).toString("hex")).join("") + MARK;
}
