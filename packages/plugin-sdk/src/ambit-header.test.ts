import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { headerFixture, runHeaderModule } from "./testing/header-module.ts";

const run = async (tool: string, args: object): Promise<unknown> => JSON.parse(await runHeaderModule(JSON.stringify({ tool, arguments: args })));
const raw = (tool: string, args: string): Promise<string> => runHeaderModule(`{ "tool" : "${tool}" ,\n "arguments" : ${args} }`);

test("the committed module is built from the header and program of the moment (else: scripts/build-header-fixture.sh)", async () => {
  const sum = (bytes: string | Buffer): string => createHash("sha256").update(bytes).digest("hex");
  const line = (file: string): string => `${sum(readFileSync(new URL(`../../${file}`, headerFixture)))}  ${file}\n`;
  expect(await run("header", {})).toBe(sum(line("include/ambit.h") + line("fixtures/header/header.c")));
});

test("any text survives reading and writing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
      expect(await run("string", { text })).toBe(text.toWellFormed());
    }),
    { numRuns: 60 },
  );
});

test("escapes of every kind are read; a lone half of a pair becomes U+FFFD", async () => {
  expect(JSON.parse(await raw("string", String.raw`{"text":"\"\\\/\b\f\n\r\t\u00e4\u20ac\ud83d\ude00\ud83d!\ude00"}`))).toBe('"\\/\b\f\n\r\tä€😀\ufffd!\ufffd');
});

test.each([`5`, `"abc`, String.raw`"\x"`, String.raw`"\u12"`, String.raw`"\u12g4"`, `null`, `{"a":"b"}`])("%s is no string", async (value) => {
  expect(await raw("string", `{"text":${value}}`)).toBe("null");
});

test.each([
  ["0", 0],
  ["-9223372036854775808", -(2 ** 63)],
  ["42", 42],
  ["1.5", null],
  ["1e3", null],
  ['"1"', null],
  ["9223372036854775808", null],
  ["123456789012345678901234567890", null],
  ["true", null],
])("%s as a whole number is %s", async (value, wanted) => {
  expect(JSON.parse(await raw("integer", `{"value":${value}}`))).toBe(wanted);
});

test.each([
  [{ a: { b: [1, { c: 2 }] } }, "a.b", '[1,{"c":2}]'],
  [{ a: 1, "b,}": { x: '"]}' }, c: -1.5e3 }, "c", "-1500"],
  [{ "x\\": 1, y: { "z{": "}" } }, "y", '{"z{":"}"}'],
  [{ a: { b: null } }, "a.b", "null"],
  [{ a: 1 }, "b", "null"],
  [{ a: 1 }, "a.b", "null"],
  [[1, 2], "0", "null"],
  [{ a: { toString: 5 } }, "a.toString", "5"],
])("in %j, %s is %s", async (value, path, wanted) => {
  expect(await runHeaderModule(JSON.stringify({ tool: "path", arguments: { value, path } }))).toBe(wanted);
});

test.each([`{"a":1,"a":2}`, `{ "a" : 1 , "a"\t:\r\n2 }`])("the last of two keys counts, whatever the spaces: %j", async (value) => {
  expect(await raw("path", `{"value":${value},"path":"a"}`)).toBe("2");
});

test("an endless nesting costs the guest no stack", async () => {
  expect(await raw("path", `{"value":${"[".repeat(200_000)}${"]".repeat(200_000)},"path":"a"}`)).toBe("null");
});

test("broken text is never read past its end", async () => {
  const text = JSON.stringify({ tool: "path", arguments: { value: { a: { b: "c\\" } }, path: "a.b" } });
  for (let cut = 1; cut < text.length; cut++) await runHeaderModule(text.slice(0, cut)).catch((error: Error) => expect(error.message).toMatch(/exited with/));
});

test("a call goes out as one JSON-RPC request and comes back whole, longer than the first buffer too", async () => {
  const seen: unknown[] = [];
  for (const data of ["short", "x".repeat(4096), "ü".repeat(100_000)]) {
    const answer = (request: string): string => {
      seen.push(JSON.parse(request));
      return JSON.stringify({ jsonrpc: "2.0", id: 1, result: { data } });
    };
    const got = await runHeaderModule(JSON.stringify({ tool: "ask", arguments: { method: "fs/read", params: { root: "workspace", path: 'a"b' } } }), answer);
    expect(JSON.parse(got)).toEqual({ jsonrpc: "2.0", id: 1, result: { data } });
  }
  expect(seen).toEqual(Array(3).fill({ jsonrpc: "2.0", id: 1, method: "fs/read", params: { root: "workspace", path: 'a"b' } }));
});

test("lines are taken one by one and answered with their own id", async () => {
  const lines = [{ jsonrpc: "2.0", id: 1, method: "tool/call" }, { jsonrpc: "2.0", id: "b", method: "tool/call", params: { fail: 'no "way"' } }];
  const output = await runHeaderModule(`\n${lines.map((line) => JSON.stringify(line)).join("\n\n")}`);
  expect(output.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown)).toEqual([
    { jsonrpc: "2.0", id: 1, result: true },
    { jsonrpc: "2.0", id: "b", error: { code: -32_000, message: 'no "way"', data: { code: "GUEST_ERROR" } } },
  ]);
});
