import { expect, test } from "vitest";
import { wasmRunSchema } from "./wasm-run-schema.ts";

test("a module may have arguments for all tools or for each, variables, and instances per call", () => {
  expect(wasmRunSchema.parse({ wasm: "./a.wasm" })).toEqual({ wasm: "a.wasm", abi: "preview1" });
  const full = { wasm: "a.wasm", abi: "preview1", args: ["-e", "{script}"], env: { LANG: "C" }, instances: "per-call" };
  expect(wasmRunSchema.parse(full)).toEqual(full);
  expect(wasmRunSchema.parse({ wasm: "a.wasm", args: { count: ["-w"] } })).toMatchObject({ args: { count: ["-w"] } });
});

test.each<[string, object]>([
  ["a NUL in an argument", { args: ["a\0b"] }],
  ["an argument that is no text", { args: [1] }],
  ["more arguments than a system takes", { args: Array(257).fill("x") }],
  ["a NUL in a variable", { env: { A: "\0" } }],
  ["a name with an equals sign", { env: { "A=B": "c" } }],
  ["an empty name", { env: { "": "c" } }],
  ["another kind of instances", { instances: "pooled" }],
  ["an unknown key", { argv: [] }],
])("refused: %s", (_what, fields) => {
  expect(wasmRunSchema.safeParse({ wasm: "a.wasm", ...fields }).success).toBe(false);
});
