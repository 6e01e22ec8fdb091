import { MANIFEST_BYTES } from "@ambit/api-types";
import { describe, expect, it } from "vitest";
import { sampleHost } from "../testing/sample-policy.ts";
import { readManifest } from "./read-manifest.ts";

const required = { id: "sample", version: "1.0.0", publisher: "Example", api: 1, run: { js: "run.js" } };
const read = (fields: Record<string, unknown>) => readManifest(JSON.stringify({ ...required, ...fields }), "m.json", sampleHost);
const messages = (source: string | Uint8Array): readonly string[] => {
  const result = readManifest(source, "m.json");
  return result.ok ? [] : result.issues.map((issue) => `${issue.line}:${issue.column} ${issue.path} ${issue.message}`);
};

describe("a good manifest", () => {
  it("is read from text and from bytes", () => {
    const text = JSON.stringify({ ...required, permissions: { network: ["api.example.dev", { host: "b.example.dev", reason: "why" }], files: ["rw:temp"] } });
    const wanted = { id: "sample", permissions: { network: [{ name: "api.example.dev" }, { name: "b.example.dev", reason: "why" }], files: [{ root: "temp", access: "write" }] }, tools: [], hooks: [] };
    expect(readManifest(text)).toMatchObject({ ok: true, manifest: wanted, warnings: [] });
    expect(readManifest(new TextEncoder().encode(text))).toMatchObject({ ok: true, manifest: wanted });
  });
  it("warns of what is there twice and of limits that will be lowered", () => {
    const result = read({ permissions: { network: ["a.example.dev", "A.example.dev"] }, limits: { fetchSeconds: 99 } });
    expect(result).toMatchObject({ ok: true, warnings: [{ path: "permissions.network[1]" }, { path: "limits.fetchSeconds", message: expect.stringContaining("60") }] });
  });
});

describe("faults", () => {
  it("are told all at once, each at its place", () => {
    const text = `{
  "id": "Sample", "version": "1.0", "publisher": "Example", "api": 1,
  "permisions": {},
  "permissions": { "network": ["*.com", 7], "files": [{ "root": "temp", "access": "rw" }] },
  "limits": { "fileBytes": 9999999 },
  "tools": [{ "name": "x", "description": "y" }]
}`;
    expect(messages(text)).toEqual([
      "2:9 id \"id\" must be 1 to 64 of a-z, 0-9 and -, not starting with -",
      '2:30 version "version" must be an exact version such as 1.2.3',
      '3:3 permisions "permisions" is not known here: did you mean "permissions"?',
      expect.stringMatching(/^4:32 permissions\.network\[0\] "\*\.com" stands for/),
      "4:41 permissions.network[1] must be a text or an object",
      '4:83 permissions.files[0].access "access" must be one of "read", "write"',
      "5:28 limits.fileBytes is above its ceiling of 1048576",
      expect.stringMatching(/^6:13 tools\[0\] needs a "script"/),
    ]);
  });
  it("are 50 at most", () => {
    const result = read({ permissions: { network: Array.from({ length: 80 }, (_, at) => `*.bad${at}`) } });
    expect(result.ok ? 0 : result.issues.length).toBe(50);
  });
  it("count lines of every kind, and columns in UTF-16 units", () => {
    expect(messages('{\r\n"a":\r"é🔍", x}')).toEqual(["3:8  expected a key in double quotes"]);
  });
});

describe("bytes and text", () => {
  it("are bounded before they are read", () => {
    expect(messages(`{${" ".repeat(MANIFEST_BYTES)}}`)).toEqual([`1:1  the manifest is larger than ${MANIFEST_BYTES} bytes`]);
    expect(messages(new Uint8Array(MANIFEST_BYTES + 1))[0]).toContain("larger");
    expect(messages("é".repeat(MANIFEST_BYTES / 2 + 1))[0]).toContain("larger");
  });
  it.each([
    ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["a byte order mark", new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ["a byte order mark in text", "\ufeff{}"],
    ["half a surrogate pair", "{\"a\":\"\ud800\"}"],
    ["half a surrogate pair, escaped", '{"a":"\\ud800"}'],
    ["nothing", ""],
    ["text behind the end", "{} {}"],
    ["a comment", "{} // x"],
    ["a trailing comma", '{"a":1,}'],
    ["a trailing comma in a list", '{"a":[1,]}'],
    ["single quotes", "{'a':1}"],
    ["a bare word", '{"a":NaN}'],
    ["a leading zero", '{"a":01}'],
    ["a number without end", '{"a":1.}'],
    ["an endless number", '{"a":1e999}'],
    ["a control character", '{"a":"\n"}'],
    ["an unknown escape", '{"a":"\\x41"}'],
    ["another kind of space", '{\u00a0"a":1}'],
    ["deep nesting", "[".repeat(200_000)],
    ["deep objects", '{"a":'.repeat(200_000)],
    ["a list", "[]"],
    ["null", "null"],
    ["a text without end", '{"a'],
  ])("refuses %s", (_name, source) => expect(messages(source).length).toBeGreaterThan(0));
});

describe("keys", () => {
  it.each(['"id":"b"', '"\\u0069d":"b"'])("may stand once: %s", (second) => {
    expect(messages(JSON.stringify(required).replace(/\}$/, `,${second}}`))).toEqual([expect.stringContaining('the key "id" stands here a second time')]);
  });
  it.each(["__proto__", "constructor", "prototype", "\\u005f_proto__"])("are never %s", (key) => {
    expect(messages(JSON.stringify(required).replace(/\}$/, `,"config":{"${key}":{}}}`))).toEqual([expect.stringContaining("no plugin may use")]);
  });
});

describe("names", () => {
  it.each(["A\nB", "A\u202eB", "A\u200bB", "A\u3164", " A", "A ", "e\u0301", "a\u0300\u0301\u0302\u0303\u0304\u0305", "", "a".repeat(81), "Аего Official", "Gооgle", "\u2800"])("are not %j", (displayName) => {
    expect(read({ displayName })).toMatchObject({ ok: false });
    expect(read({ displayName: { en: displayName } })).toMatchObject({ ok: false });
  });
  it.each(["検索 بحث Café 🔍", "Link Check ⚙️", "Яндекс Maps", "שלום"])("may be %j", (displayName) => expect(read({ displayName })).toMatchObject({ ok: true }));
});

describe("rules, section 1: what has no run, and what a host lacks", () => {
  it("lets scripts alone stand without run", () => {
    const { run: _, ...withoutRun } = required;
    const tool = { name: "a", description: "b" };
    const outcome = (fields: Record<string, unknown>): boolean => readManifest(JSON.stringify({ ...withoutRun, ...fields })).ok;
    expect(outcome({ tools: [{ ...tool, script: "tools/a.py" }] })).toBe(true);
    expect(outcome({ tools: [tool] })).toBe(false);
    expect(outcome({ hooks: [{ name: "a", mode: "policy" }] })).toBe(false);
    expect(outcome({ permissions: { events: ["a"] } })).toBe(false);
  });
  it.each([
    [{ permissions: { files: ["wrkspace"] } }, 'did you mean "workspace"'],
    [{ permissions: { files: ["agentHome"] } }, "reason"],
    [{ permissions: { files: ["rw:docs"] } }, "can only be read"],
    [{ permissions: { files: ["rw:plugin"] } }, "read only"],
    [{ permissions: { files: ["docs", "docs"] } }, "same place twice"],
    [{ permissions: { files: [{ root: "docs", path: "a/../b" }] } }, "climb"],
    [{ permissions: { capabilities: ["content:raed"] } }, 'did you mean "content:read"'],
    [{ hooks: [{ name: "a", mode: "policy" }, { name: "a", mode: "observe" }] }, "another hook"],
    [{ run: { js: "run.js", wasm: "run.wasm" } }, "must be {"],
    [{ run: { js: "../run.js" } }, "stays inside the plugin"],
    [{ permissions: { network: [{ hosts: "a.example.dev" }] } }, 'did you mean "host"'],
  ])("%j: %s", (fields, words) => {
    const result = read(fields);
    expect(result.ok ? "" : result.issues.map((issue) => issue.message).join("\n")).toContain(words);
  });
});
