import { describe, expect, test } from "vitest";
import { manifestJsonSchema } from "./manifest-json-schema.ts";
import { manifestSchema } from "./manifest-schema.ts";

const least = { id: "a", version: "1.0.0", publisher: "Somebody", api: 1 };

test("the least manifest gets empty permissions, limits, tools and hooks", () => {
  expect(manifestSchema.parse(least)).toEqual({ ...least, permissions: {}, limits: {}, tools: [], hooks: [] });
});

test("shorthand is spelled out", () => {
  const { permissions, run } = manifestSchema.parse({
    ...least,
    run: { wasm: "./run.wasm" },
    permissions: { network: ["api.example.dev", { host: "{account}", reason: "to read issues" }], files: ["workspace", "rw:temp", { root: "agent", path: "sub" }], secrets: ["token"], commands: [{ line: "git status --short" }] },
  });
  expect(run).toEqual({ wasm: "run.wasm", abi: "preview1" });
  expect(permissions).toEqual({
    network: [{ name: "api.example.dev" }, { name: "{account}", reason: "to read issues" }],
    files: [{ root: "workspace", access: "read" }, { root: "temp", access: "write" }, { root: "agent", path: "sub", access: "read" }],
    secrets: [{ name: "token" }],
    commands: [{ name: "git status --short" }],
  });
});

test("a homepage is any plain https address, and an author's schema may have texts of several lines", () => {
  for (const homepage of ["https://example.dev", "https://example.dev:8443/a?b=c#d", "https://example.dev/größe", "https://xn--gre-6ka8i.dev/"]) expect(manifestSchema.safeParse({ ...least, homepage }).success).toBe(true);
  const config = { properties: { größe: { description: "one\n\ttwo", pattern: "^[^\\u202e]*$", default: "👨‍👩" } } };
  expect(manifestSchema.safeParse({ ...least, config: { properties: { größe: { description: "one\n\ttwo" } } } }).success).toBe(true);
  expect(manifestSchema.safeParse({ ...least, config }).success).toBe(false);
});

test("texts may stand in several languages, English among them", () => {
  expect(manifestSchema.parse({ ...least, displayName: { en: "Links", "pt-BR": "Ligações" } }).displayName).toEqual({ en: "Links", "pt-BR": "Ligações" });
  expect(manifestSchema.safeParse({ ...least, displayName: { fr: "Liens" } }).success).toBe(false);
});

describe("refused:", () => {
  test.each<[string, object]>([
    ["an unknown key", { surprise: 1 }],
    ["a missing version", { version: undefined }],
    ["a version range", { version: "^1.0.0" }],
    ["a version with a leading zero", { version: "01.0.0" }],
    ["an id in capitals", { id: "Link-Check" }],
    ["an id that starts with a dash", { id: "-a" }],
    ["another protocol", { api: 2 }],
    ["a protocol as text", { api: "1" }],
    ["a publisher with a bidi mark", { publisher: "Some\u202ebody" }],
    ["an http homepage", { homepage: "http://example.dev" }],
    ["a homepage that hides where it leads behind a user name", { homepage: "https://paypal.com@evil.dev/" }],
    ["a homepage with a bidi mark", { homepage: "https://evil.dev/\u202emoc.elgoog" }],
    ["a homepage with a line feed", { homepage: "https://evil.dev/\nx" }],
    ["a homepage whose host a browser would write otherwise", { homepage: "https:\\\\evil.dev" }],
    ["a homepage without its slashes", { homepage: "https:evil.dev" }],
    ["a publisher that begins with a mark", { publisher: "\u0338Somebody" }],
    ["a publisher in circles", { publisher: `S${"\u20dd".repeat(5)}` }],
    ["a parameter whose description has a bidi mark", { tools: [{ name: "a", description: "x", params: { properties: { a: { description: "\u202ex" } } } }] }],
    ["a parameter with a hidden name", { tools: [{ name: "a", description: "x", params: { properties: { "a\u200b": {} } } }] }],
    ["settings with an escape sequence", { config: { properties: { a: { enum: ["\u001b[2J"] } } } }],
    ["an icon of another kind", { icon: "./icon.exe" }],
    ["an icon outside", { icon: "../icon.png" }],
    ["a run of both kinds", { run: { js: "run.js", wasm: "run.wasm" } }],
    ["a run with an absolute path", { run: { js: "/run.js" } }],
    ["a run that climbs out", { run: { js: "a/../../run.js" } }],
    ["a run with a backslash", { run: { js: "a\\run.js" } }],
    ["a run with half a character", { run: { js: "\ud800.js" } }],
    ["an unknown permission", { permissions: { gpu: [] } }],
    ["an unknown key in an entry", { permissions: { network: [{ host: "a.dev", port: 1 }] } }],
    ["a root of an object's name", { permissions: { files: [{ root: "constructor" }] } }],
    ["a secret of an object's name", { permissions: { secrets: ["toString"] } }],
    ["an access that is none", { permissions: { files: [{ root: "agent", access: "all" }] } }],
    ["a collection named in capitals", { permissions: { storage: { Items: {} } } }],
    ["an unknown limit", { limits: { gpuMb: 1 } }],
    ["a limit of nothing", { limits: { callSeconds: 0 } }],
    ["half a limit", { limits: { callSeconds: 1.5 } }],
    ["a limit as text", { limits: { callSeconds: "5" } }],
    ["two tools of a name", { tools: [{ name: "a", description: "x" }, { name: "a", description: "y" }] }],
    ["a tool without a description", { tools: [{ name: "a" }] }],
    ["a tool whose script is outside", { tools: [{ name: "a", description: "x", script: "../x.py" }] }],
    ["a hook without a mode", { hooks: [{ name: "content:beforeSave" }] }],
    ["settings that are no schema", { config: [] }],
  ])("%s", (_what, change) => {
    expect(manifestSchema.safeParse({ ...least, ...change }).success).toBe(false);
  });
});

test("the published schema asks for what is required, and describes every field", () => {
  const schema = manifestJsonSchema() as { required: string[]; properties: Record<string, { description?: string }>; additionalProperties: boolean };
  expect(schema.required).toEqual(["id", "version", "publisher", "api"]);
  expect(schema.additionalProperties).toBe(false);
  expect(Object.entries(schema.properties).filter(([name, field]) => name !== "$schema" && field.description === undefined)).toEqual([]);
});
