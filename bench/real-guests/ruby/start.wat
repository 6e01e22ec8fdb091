;; Makes a command of ruby+stdlib.wasm, whose exports are those of a library: hands its arguments to the interpreter and evaluates
;; the last one. Merged with it, its memory is the one memory of both, so all that is kept here stands in what cabi_realloc gives.
(module
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $args_sizes_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "args_get" (func $args_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
  (import "ruby" "memory" (memory 549))
  (import "ruby" "_initialize" (func $initialize))
  (import "ruby" "cabi_realloc" (func $realloc (param i32 i32 i32 i32) (result i32)))
  (import "ruby" "ruby-init: func(args: list<string>) -> ()" (func $ruby_init (param i32 i32)))
  (import "ruby" "rb-eval-string-protect: func(str: string) -> tuple<handle<rb-abi-value>, s32>" (func $eval (param i32 i32) (result i32)))

  (func $new (param $size i32) (result i32) (call $realloc (i32.const 0) (i32.const 0) (i32.const 8) (local.get $size)))

  ;; The length of a text, without its NUL.
  (func $length (param $text i32) (result i32)
    (local $at i32)
    (local.set $at (local.get $text))
    (loop $next
      (if (i32.load8_u (local.get $at)) (then (local.set $at (i32.add (local.get $at) (i32.const 1))) (br $next))))
    (i32.sub (local.get $at) (local.get $text)))

  ;; A list of pairs (pointer, length with NUL) out of a list of pointers.
  (func $pairs (param $pointers i32) (param $count i32) (result i32)
    (local $list i32) (local $index i32) (local $text i32) (local $pair i32)
    (local.set $list (call $new (i32.shl (local.get $count) (i32.const 3))))
    (loop $next
      (if (i32.lt_u (local.get $index) (local.get $count)) (then
        (local.set $text (i32.load (i32.add (local.get $pointers) (i32.shl (local.get $index) (i32.const 2)))))
        (local.set $pair (i32.add (local.get $list) (i32.shl (local.get $index) (i32.const 3))))
        (i32.store (local.get $pair) (local.get $text))
        (i32.store offset=4 (local.get $pair) (i32.add (call $length (local.get $text)) (i32.const 1)))
        (local.set $index (i32.add (local.get $index) (i32.const 1)))
        (br $next))))
    (local.get $list))

  (func (export "_start")
    (local $sizes i32) (local $pointers i32) (local $last i32) (local $code i32)
    (call $initialize)
    (local.set $sizes (call $new (i32.const 8)))
    (drop (call $args_sizes_get (local.get $sizes) (i32.add (local.get $sizes) (i32.const 4))))
    (local.set $pointers (call $new (i32.shl (i32.load (local.get $sizes)) (i32.const 2))))
    (drop (call $args_get (local.get $pointers) (call $new (i32.load offset=4 (local.get $sizes)))))
    (local.set $last (i32.sub (i32.load (local.get $sizes)) (i32.const 1)))
    (call $ruby_init (call $pairs (local.get $pointers) (local.get $last)) (local.get $last))
    (local.set $code (i32.load (i32.add (local.get $pointers) (i32.shl (local.get $last) (i32.const 2)))))
    ;; The second word of the answer is the state: not 0 where an exception was left.
    (if (i32.load offset=4 (call $eval (local.get $code) (call $length (local.get $code)))) (then (call $proc_exit (i32.const 1))))))
