import { expect, test } from "vitest";
import type { JsonValue } from "@ambit/api-types/guest";
import { commandWords } from "./command-words.ts";

const call = (values: JsonValue, tool = "t"): JsonValue => ({ tool, arguments: values });

test.each<[string, readonly string[], JsonValue, readonly string[]]>([
  ["plain words stay", ["-Q", "a b"], {}, ["-Q", "a b"]],
  ["a value stays one argument", ["-e", "{script}"], { script: "puts 1; puts '2'" }, ["-e", "puts 1; puts '2'"]],
  ["a value inside a word", ["--out=/workspace/{name}.v"], { name: "top" }, ["--out=/workspace/top.v"]],
  ["numbers and truth values", ["{n}", "{yes}"], { n: 1.5, yes: true }, ["1.5", "true"]],
  ["a list is one argument an item", ["-f", "{files}"], { files: ["a", "b c"] }, ["-f", "a", "b c"]],
  ["an absent one falls away", ["{flag}", "x"], {}, ["x"]],
  ["what looks like a place in a value stays", ["{a}"], { a: "{b}", b: "no" }, ["{b}"]],
  ["braces that are no place stay", ["{ x }", "{}"], {}, ["{ x }", "{}"]],
])("%s", (_what, args, values, expected) => {
  expect(commandWords(args, call(values))).toEqual(expected);
});

test("each tool has its own, and a tool without has none", () => {
  const args = { one: ["-1"], two: ["-2", "{x}"] };
  expect(commandWords(args, call({ x: "y" }, "two"))).toEqual(["-2", "y"]);
  expect(commandWords(args, call({}, "three"))).toEqual([]);
  expect(commandWords(args, call({}, "toString"))).toEqual([]);
  expect(commandWords(undefined, call({}))).toEqual([]);
});

test.each<[string, readonly string[], JsonValue]>([
  ["an object", ["{a}"], { a: {} }],
  ["a list of lists", ["{a}"], { a: [[]] }],
  ["a NUL", ["{a}"], { a: "x\0y" }],
  ["a missing part of a word", ["-x{a}"], {}],
  ["an inherited name", ["-x{toString}"], {}],
])("refused: %s", (_what, args, values) => {
  expect(() => commandWords(args, call(values))).toThrow(expect.objectContaining({ code: "INVALID_PARAMS" }));
});

test("refused: more than a list of arguments may hold", () => {
  expect(() => commandWords(["{a}"], call({ a: Array(2000).fill("x") }))).toThrow(expect.objectContaining({ code: "LIMIT_EXCEEDED" }));
});
