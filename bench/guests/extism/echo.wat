;; What Extism's own kit does for a guest, by hand: `echo` gives its input back, `ask` calls the host once, `spin` never ends.
(module
  (import "extism:host/env" "input_length" (func $input_length (result i64)))
  (import "extism:host/env" "input_load_u8" (func $input_load (param i64) (result i32)))
  (import "extism:host/env" "input_load_u64" (func $input_load_8 (param i64) (result i64)))
  (import "extism:host/env" "alloc" (func $alloc (param i64) (result i64)))
  (import "extism:host/env" "store_u8" (func $store (param i64 i32)))
  (import "extism:host/env" "store_u64" (func $store_8 (param i64 i64)))
  (import "extism:host/env" "output_set" (func $output_set (param i64 i64)))
  (import "extism:host/user" "kv_get" (func $kv_get (param i64) (result i64)))
  (memory (export "memory") 1)
  (func $copied (result i64)
    (local $at i64) (local $length i64) (local $block i64)
    (local.set $length (call $input_length))
    (local.set $block (call $alloc (local.get $length)))
    ;; Eight bytes at a time, as the kit does, then the rest.
    (loop $eight
      (if (i64.le_u (i64.add (local.get $at) (i64.const 8)) (local.get $length)) (then
        (call $store_8 (i64.add (local.get $block) (local.get $at)) (call $input_load_8 (local.get $at)))
        (local.set $at (i64.add (local.get $at) (i64.const 8)))
        (br $eight))))
    (loop $next
      (if (i64.lt_u (local.get $at) (local.get $length)) (then
        (call $store (i64.add (local.get $block) (local.get $at)) (call $input_load (local.get $at)))
        (local.set $at (i64.add (local.get $at) (i64.const 1)))
        (br $next))))
    (local.get $block))
  (func (export "echo") (result i32)
    (call $output_set (call $copied) (call $input_length))
    (i32.const 0))
  (func (export "ask") (result i32)
    (local $left i32) (local $key i64)
    (local.set $left (i32.const 100))
    (local.set $key (call $copied))
    (loop $next
      (drop (call $kv_get (local.get $key)))
      (br_if $next (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
    (i32.const 0))
  (func (export "spin") (result i32) (loop $on (br $on)) (i32.const 0)))
