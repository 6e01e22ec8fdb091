import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { expect, test } from "vitest";
import { assemble } from "../../scripts/assemble.ts";
import { outcomeOf } from "../testing/open-module.ts";
import { boundCode, FUNCTION_WEIGHT } from "./bound-code.ts";
import { unsignedBytes } from "./write-section.ts";

const NOP = 0x01;
const END = 0x0b;
const require = createRequire(import.meta.url);

/** Least weight that lets a module pass, found by halving. */
async function weightOf(bytes: Uint8Array): Promise<number> {
  let [below, enough] = [0, 1 << 20];
  while (enough - below > 1) {
    const middle = (below + enough) >> 1;
    if (await passes(bytes, middle)) enough = middle;
    else below = middle;
  }
  return enough;
}

async function passes(bytes: Uint8Array, most?: number): Promise<boolean> {
  try {
    await boundCode(bytes, most);
    return true;
  } catch (error) {
    if (AmbitError.isInstance(error) && error.code === "SAND_WASM_MEMORY_REFUSED") return false;
    throw error;
  }
}

/** A function with so many locals and so many blocks behind each other. */
function blocks(locals: number, count: number): string {
  return `(module (memory (export "memory") 1) (func (export "_start") ${"(local i32)".repeat(locals)} ${"(block)".repeat(count)}))`;
}

test("a function's weight is the product of its places and its blocks", async () => {
  const small = await weightOf(assemble(blocks(100, 10)));
  expect((await weightOf(assemble(blocks(100, 20)))) / small).toBeCloseTo(2, 0);
  expect((await weightOf(assemble(blocks(200, 10)))) / small).toBeCloseTo(2, 0);
});

test("the weights of two functions are not added: each is compiled for itself", async () => {
  const one = `(func ${"(local i32)".repeat(100)} ${"(block)".repeat(10)})`;
  expect(await weightOf(assemble(`(module ${one}${one})`))).toBe(await weightOf(assemble(`(module ${one})`)));
});

test.each([
  ["operands", `(func ${"(i32.const 0)".repeat(200)} ${"(block)".repeat(20)} ${"drop ".repeat(200)})`],
  ["branches", `(func (local ${"i32 ".repeat(200)}) (block ${"(br_if 0 (i32.const 0))".repeat(80)}))`],
  ["a table of branches", `(func (local ${"i32 ".repeat(200)}) (block (br_table ${"0 ".repeat(80)} (i32.const 0))))`],
  ["calls with many operands", `(type $wide (func (param ${"i32 ".repeat(200)}))) (func $wide (type $wide)) (func ${`${"(i32.const 0)".repeat(200)}(call $wide)`.repeat(2)})`],
])("%s weigh", async (_what, text) => {
  expect(await weightOf(assemble(`(module ${text})`))).toBeGreaterThan(3000);
});

test("just below the bound a module runs in a moment, just above it is refused by the function's number", async () => {
  const places = 2000;
  // A block is entered and left once each.
  const count = Math.floor(FUNCTION_WEIGHT / (places + 1) / 2);
  const begin = performance.now();
  expect(await outcomeOf(assemble(blocks(places, count - 1)))).toBe("");
  expect(performance.now() - begin).toBeLessThan(20_000);
  const refused = await outcomeOf(assemble(blocks(places, count + 1)));
  expect(refused).toMatchObject({ code: "SAND_WASM_MEMORY_REFUSED", message: expect.stringContaining("Function 0") });
});

test("a bomb that the engine would compile for minutes is refused at once, and the host's thread goes on meanwhile", async () => {
  const bomb = assemble(blocks(10_000, 20_000));
  const begin = performance.now();
  expect(await outcomeOf(bomb)).toMatchObject({ code: "SAND_WASM_MEMORY_REFUSED" });
  expect(performance.now() - begin).toBeLessThan(5000);
});

test("long code is read in slices", async () => {
  const body = [...unsignedBytes(100_002), 0, ...Array.from({ length: 100_000 }, () => NOP), END];
  const functions = 20;
  const code = Buffer.concat([Buffer.from([functions]), ...Array.from({ length: functions }, () => Buffer.from(body))]);
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 1 + functions, functions, ...Array.from({ length: functions }, () => 0)];
  let turns = 0;
  const count = (): unknown => ++turns < 1000 && setImmediate(count);
  const first = setImmediate(count);
  await boundCode(Buffer.concat([Buffer.from([...head, 10, ...unsignedBytes(code.length)]), code]));
  clearImmediate(first);
  expect(turns).toBeGreaterThanOrEqual(3);
  turns = 1000;
});

test("objects of the engine's own heap are refused by name", async () => {
  // (type (struct)): no assembler of text here knows it.
  const struct = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 3, 1, 0x5f, 0]);
  await expect(boundCode(struct)).rejects.toMatchObject({ code: "SAND_WASM_MEMORY_REFUSED", message: expect.stringContaining("garbage collection") });
});

test("what real tools have built passes", async () => {
  const translator = dirname(require.resolve("@bytecodealliance/jco-transpile/component"));
  for (const name of ["wasm-tools.core.wasm", "js-component-bindgen-component.core.wasm"]) expect(await passes(readFileSync(join(translator, name)))).toBe(true);
});

test("an instruction that no engine knows makes the file none", async () => {
  const bytes = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 10, 5, 1, 3, 0, 0xff, 0x0b]);
  await expect(boundCode(bytes)).rejects.toMatchObject({ code: "SAND_WASM_NOT_A_MODULE" });
});
