import assert from "node:assert/strict";
import type { JsonValue } from "@ambit/api-types";
import { casesOf, type ConformanceCase } from "../sandbox/conformance-case.ts";
import { expectError } from "../sandbox/expect-error.ts";

/** Values that a careless boundary changes. */
const values: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  -1.5,
  9_007_199_254_740_991,
  1e-7,
  "",
  "plain",
  "línea, 日本語, 🜁, \u0000, \u2028, \\ \" / \n\t",
  [],
  {},
  [[], [[]], {}],
  { "": 1, "a b": { c: [null, { d: "e" }] }, constructor: 1, toString: "t" },
  JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue,
  "x".repeat(100_000),
  Array.from({ length: 1000 }, (_, index) => ({ index })),
];

/** Calls into the guest and their answers. */
export const callCases: readonly ConformanceCase[] = casesOf("calls", [
  {
    name: "a value comes back as it went in",
    async run({ start }) {
      const { tool } = await start();
      for (const value of values) assert.deepEqual(await tool("echo", { value }), value);
      assert.equal(Object.hasOwn(Object.prototype, "polluted"), false);
    },
  },
  {
    name: "a mebibyte comes back as it went in",
    about: ({ fixture }) => fixture.form !== "wasm:preview1:command",
    async run({ start }) {
      const { tool } = await start();
      const value = "0123456789abcdef".repeat(65_536);
      assert.ok((await tool("echo", { value })) === value, "the text changed on the way");
    },
  },
  {
    name: "each of many calls gets its own answer",
    async run({ start }) {
      const { tool } = await start();
      for (let i = 0; i < 100; i++) assert.equal(await tool("add", { a: i, b: 1 }), i + 1);
    },
  },
  {
    name: "each of many calls at once gets its own answer",
    async run({ start }) {
      const { tool } = await start();
      const answers = await Promise.all(Array.from({ length: 100 }, (_, a) => tool("add", { a, b: 1000 })));
      assert.deepEqual(answers, Array.from({ length: 100 }, (_, a) => a + 1000));
    },
  },
  {
    name: "the guest is told who it is, its language and its settings, before anything else",
    about: ({ fixture }) => fixture.keepsState,
    async run({ start }) {
      const { tool, spec } = await start({ lang: "pt-BR", config: { depth: 3, place: { name: "Évora" } } });
      assert.deepEqual(await tool("hello"), { plugin: { id: spec.plugin.id, version: spec.plugin.version }, lang: "pt-BR", config: { depth: 3, place: { name: "Évora" } } });
    },
  },
  {
    name: "an answer may come long after the turn that was asked",
    about: ({ fixture }) => fixture.keepsState && fixture.concurrent,
    async run({ start }) {
      const { tool } = await start();
      const [late, early] = await Promise.all([tool("later", { ms: 60 }), tool("echo", { value: "at once" })]);
      assert.deepEqual([late, early], ["later", "at once"]);
    },
  },
  {
    name: "a tool that is not there is TOOL_UNKNOWN, and the instance lives",
    async run({ start }) {
      const { tool } = await start();
      for (const name of ["no-such-tool", "constructor", "__proto__", "toString"]) await expectError(tool(name), "TOOL_UNKNOWN");
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
  {
    name: "a method that is not there is METHOD_NOT_FOUND, and the instance lives",
    async run({ start }) {
      const { sandbox, tool } = await start();
      await expectError(sandbox.call("no/such-method", {}), "METHOD_NOT_FOUND");
      assert.equal(await tool("echo", { value: 1 }), 1);
    },
  },
]);
