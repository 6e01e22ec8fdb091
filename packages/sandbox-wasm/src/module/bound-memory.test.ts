import { AmbitError } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { type WasmMemory, webAssembly } from "../engine/web-assembly.ts";
import { assemble } from "../../scripts/assemble.ts";
import { boundMemory } from "./bound-memory.ts";

const MIB = 1_048_576;

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return AmbitError.isInstance(error) ? error.code : String(error);
  }
}

function growable(bytes: Uint8Array<ArrayBuffer>): number {
  const { exports } = new webAssembly.Instance(new webAssembly.Module(bytes));
  const memory = exports["memory"] as WasmMemory;
  let pages = memory.buffer.byteLength / 65_536;
  try {
    for (;;) {
      memory.grow(1);
      pages++;
    }
  } catch {
    return pages;
  }
}

describe("boundMemory", () => {
  it("stops growth at the bound, whether a maximum was declared or not", () => {
    expect(growable(boundMemory(assemble('(module (memory (export "memory") 1))'), MIB))).toBe(16);
    expect(growable(boundMemory(assemble('(module (memory (export "memory") 1 4000))'), MIB))).toBe(16);
  });

  it("keeps a declared maximum that is lower", () => {
    expect(growable(boundMemory(assemble('(module (memory (export "memory") 1 3))'), MIB))).toBe(3);
  });

  it("keeps everything else of the module as it was", () => {
    const bytes = assemble('(module (memory (export "memory") 1) (data (i32.const 8) "here") (func (export "answer") (result i32) (i32.load8_u (i32.const 8))))');
    const { exports } = new webAssembly.Instance(new webAssembly.Module(boundMemory(bytes, MIB)));
    expect((exports["answer"] as () => number)()).toBe("h".charCodeAt(0));
  });

  it.each([
    ["starts above the bound", "(module (memory 17))"],
    ["is shared", "(module (memory 1 2 shared))"],
    ["is 64-bit", "(module (memory i64 1))"],
    ["is one of two", "(module (memory 1) (memory 1))"],
    ["is not there", "(module)"],
  ])("refuses a memory that %s", (_what, text) => {
    expect(codeOf(() => boundMemory(assemble(text), MIB))).toBe("SAND_WASM_MEMORY_REFUSED");
  });

  it.each([
    ["is text", Buffer.from("(module)")],
    ["is empty", Buffer.alloc(0)],
    ["breaks off in its head", Buffer.from([0, 0x61, 0x73, 0x6d, 1])],
    ["breaks off in a section", Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 200])],
    ["has a section twice", Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, 5, 3, 1, 0, 1])],
    ["has a size beyond all bounds", Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255])],
  ])("says that a file which %s is no module", (_what, bytes) => {
    expect(codeOf(() => boundMemory(bytes, MIB))).toBe("SAND_WASM_NOT_A_MODULE");
  });

  it("says that a component is another WASI", () => {
    expect(codeOf(() => boundMemory(Buffer.from([0, 0x61, 0x73, 0x6d, 0x0d, 0, 1, 0]), MIB))).toBe("SAND_WASM_WASI_VERSION_UNSUPPORTED");
  });
});
