import wabtModule from "wabt";

const wabt = await wabtModule();

/** One way in which a `run.wasm` can be bad, and what its call must end in. */
export interface BadModule {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly code: string;
  readonly limit?: string;
}

const memory = '(memory (export "memory") 1)';
const write = '(import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))';
const call = '(import "ambit" "call" (func $call (param i32 i32 i32 i32) (result i32)))';

/** Writes `bytes` to standard output again and again. */
const flood = `(module ${write} ${memory} (data (i32.const 0) "\\10\\00\\00\\00\\00\\10\\00\\00")
  (func (export "_start") (loop (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))) (br 0))))`;

/** Sends one text through the synchronous door and prints the answer as the tool's result. */
function asks(text: string): string {
  const bytes = Buffer.from(text);
  const data = [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, "0")}`).join("");
  return `(module ${call} ${write} (memory (export "memory") 4) (data (i32.const 1024) "${data}")
    (func (export "_start")
      (i32.store (i32.const 0) (i32.const 65536))
      (i32.store (i32.const 4) (call $call (i32.const 1024) (i32.const ${bytes.length}) (i32.const 65536) (i32.const 131072)))
      (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)))))`;
}

function assemble(text: string): Uint8Array {
  const parsed = wabt.parseWat("bad.wat", text);
  try {
    return parsed.toBinary({}).buffer;
  } finally {
    parsed.destroy();
  }
}

const wat = (name: string, text: string, code: string, limit?: string): BadModule => ({ name, bytes: assemble(text), code, ...(limit !== undefined && { limit }) });

/** Modules that cannot be run, or end at a limit. */
export const badModules: readonly BadModule[] = [
  { name: "is no module", bytes: Buffer.from("#!/bin/sh\n"), code: "SAND_WASM_NOT_A_MODULE" },
  { name: "breaks off", bytes: assemble(`(module ${memory})`).slice(0, 12), code: "SAND_WASM_NOT_A_MODULE" },
  wat("imports what it may not", `(module (import "env" "system" (func)) ${memory} (func (export "_start")))`, "SAND_WASM_IMPORT_UNKNOWN"),
  wat("has too much memory", '(module (memory (export "memory") 4000) (func (export "_start")))', "SAND_WASM_MEMORY_REFUSED"),
  wat("has no form", `(module ${memory})`, "SAND_WASM_INSTANTIATION_FAILED"),
  wat("never returns", `(module ${memory} (func (export "_start") (loop (br 0))))`, "LIMIT_EXCEEDED", "cpuMillis"),
  wat("recurses", `(module ${memory} (func $f (export "_start") (call $f)))`, "GUEST_STACK_OVERFLOW"),
  wat("traps", `(module ${memory} (func (export "_start") unreachable))`, "GUEST_TRAPPED"),
  wat("prints forever", flood, "LIMIT_EXCEEDED", "scriptOutputBytes"),
];

/** Modules whose message to the host is bad; the answer they get is their tool's result. */
export const badMessages: readonly BadModule[] = [
  wat("sends no JSON", asks("{"), "MESSAGE_MALFORMED"),
  wat("sends no request", asks("[]"), "INVALID_REQUEST"),
  wat("sends what is too deep", asks(`${"[".repeat(65)}${"]".repeat(65)}`), "MESSAGE_TOO_DEEP"),
  wat("calls what is no call", asks('{"jsonrpc":"2.0","id":1,"method":"sys/exec"}'), "METHOD_NOT_FOUND"),
  wat("calls with wrong parameters", asks('{"jsonrpc":"2.0","id":1,"method":"kv/get","params":{"key":1}}'), "INVALID_PARAMS"),
];
