import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { importMemory, MEMORY_IMPORT } from "./imported-memory.ts";

const original = readFileSync(new URL(import.meta.resolve("quickjs-wasi/quickjs.wasm")));

test("the module imports its memory after the rewrite, and nothing else about its interface differs", () => {
  const before = new WebAssembly.Module(original);
  const after = new WebAssembly.Module(importMemory(original));
  expect(WebAssembly.Module.imports(after)).toEqual([...WebAssembly.Module.imports(before), { ...MEMORY_IMPORT, kind: "memory" }]);
  expect(WebAssembly.Module.exports(after)).toEqual(WebAssembly.Module.exports(before));
});

test("a module without a memory of its own is refused", () => {
  const empty = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  expect(() => importMemory(empty)).toThrow(/exactly one memory/);
  expect(() => importMemory(importMemory(original))).toThrow(/exactly one memory/);
});
