import { expect, test } from "vitest";
import { readHostConfig } from "./host-config.ts";

test("an empty configuration is the defaults", () => {
  expect(readHostConfig("{}")).toEqual({ defaultSandbox: "wasm", engine: "portable", engines: {}, isolation: "thread", isolations: {}, placement: "separate", port: 4620, plugins: [], roots: {}, limits: {}, lang: "en", trustedCertificates: [], python: { warm: true }, journal: {} });
});

test("every field is read", () => {
  const text = JSON.stringify({
    $schema: "x", defaultSandbox: "js", isolation: "process", isolations: { notes: "thread" }, port: 0, dataDir: "data", applicationName: "Desk", lang: "pt-BR", trustedCertificates: ["ca.pem"],
    roots: { workspace: { path: "docs" }, home: { path: "/srv/home", access: "write", sensitive: true, fenced: ["private"] } },
    limits: { memoryMb: 512 }, python: { packageIndex: "https://packages.example.dev/simple", warm: false }, journal: { keepRecords: 10, keepDays: 2 },
  });
  expect(readHostConfig(new TextEncoder().encode(text))).toMatchObject({
    defaultSandbox: "js", isolation: "process", isolations: { notes: "thread" }, port: 0, dataDir: "data", limits: { memoryMb: 512 }, python: { packageIndex: "https://packages.example.dev/simple", warm: false }, journal: { keepRecords: 10, keepDays: 2 },
    roots: { workspace: { path: "docs", access: "read", sensitive: false, fenced: [] }, home: { access: "write", fenced: ["private"] } },
  });
});

test.for([
  ["{", "host.json: is not JSON"],
  ['{"defaultSandbox":"docker"}', "defaultSandbox"],
  ['{"port":70000}', "port"],
  ['{"isolation":"container"}', "isolation"],
  ['{"isolations":{"notes":"none"}}', "isolations.notes"],
  ['{"roots":{"plugin":{"path":"x"}}}', "roots.plugin"],
  ['{"roots":{"__proto__":{"path":"x"}}}', "__proto__"],
  ['{"roots":{"a":{"path":""}}}', "roots.a.path"],
  ['{"limits":{"memoryMb":0}}', "limits.memoryMb"],
  ['{"limits":{"memory":1}}', "memory"],
  ['{"python":{"packageIndex":"packages"}}', "python.packageIndex"],
  ['{"python":{"packageIndex":"file:///packages"}}', "python.packageIndex"],
  ['{"colour":"red"}', "colour"],
  ["[]", "the whole"],
] as const)("%s names the field", ([text, field]) => {
  expect(() => readHostConfig(text)).toThrow(expect.objectContaining({ code: "HOST_CONFIG_INVALID", message: expect.stringContaining(field) }));
});

test("all faults are told at once", () => {
  const error = (() => { try { return readHostConfig('{"port":-1,"lang":"?","colour":1}', "my.json"); } catch (thrown) { return thrown; } })();
  expect((error as Error).message.split("\n")).toHaveLength(3);
  expect((error as Error).message).toMatch(/^my\.json: /);
});
