import { expect, it } from "vitest";
import { readManifest } from "./read-manifest.ts";
import { settingFields } from "./setting-fields.ts";

const read = (properties: object) => readManifest(JSON.stringify({ id: "sample", version: "1.0.0", publisher: "Example", api: 1, run: { js: "run.js" }, config: { type: "object", properties } }, null, 1));

it("a setting says whether it is secret and whose it is", () => {
  const read0 = read({ key: { type: "string", secret: true, org: "override" }, depth: { type: "integer", org: "readonly" }, plain: { type: "string", secret: false } });
  if (!read0.ok) throw new Error("The manifest is refused.");
  expect(settingFields(read0.manifest.config)).toEqual([
    { name: "key", secret: true, org: "override" },
    { name: "depth", secret: false, org: "readonly" },
    { name: "plain", secret: false },
  ]);
});

it.for<[object, string, string]>([
  [{ depth: { type: "integer", secret: true } }, "config.properties.depth.secret", 'type "string"'],
  [{ key: { type: "string", secret: "yes" } }, "config.properties.key.secret", "true or false"],
  [{ key: { type: "string", org: "write" } }, "config.properties.key.org", '"readonly" or "override"'],
  [{ key: { type: "string", org: null } }, "config.properties.key.org", '"readonly" or "override"'],
  [{ "a b": { type: "string", secret: true } }, "config.properties.a b", "no name for a secret"],
])("%o is refused at its place", ([properties, path, message]) => {
  const result = read(properties);
  expect(result.ok ? [] : result.issues).toMatchObject([{ path, message: expect.stringContaining(message) as string, line: expect.any(Number) as number }]);
});

it("no settings are no fields", () => {
  expect(settingFields(undefined)).toEqual([]);
  expect(settingFields({ properties: [] })).toEqual([]);
});
