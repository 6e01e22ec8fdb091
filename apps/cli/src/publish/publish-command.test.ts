import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ambit, copyOfExample, freshFolder } from "../testing/ambit-program.ts";

test("a version is published once, and never written over", async () => {
  const [folder, shelf] = [copyOfExample("link-check"), freshFolder()];
  const file = join(shelf, "link-check", "link-check-1.0.0.tar");
  const first = await ambit("publish", folder, "--to", shelf, "--json");
  expect(JSON.parse(first.out)).toMatchObject({ file });
  const bytes = readFileSync(file);
  expect((await ambit("publish", folder, "--to", shelf)).code).toBe(0);
  writeFileSync(join(folder, "readme.txt"), "One more file.\n");
  expect(await ambit("publish", folder, "--to", shelf)).toMatchObject({ code: 2, err: expect.stringContaining("Raise the version") });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(JSON.parse((await ambit("inspect", file, "--data", freshFolder(), "--json")).out)).toMatchObject({ manifest: { id: "link-check" } });
});

test("an earlier name of a capability is an error", async () => {
  const [folder, shelf] = [copyOfExample("link-check"), freshFolder()];
  const manifestFile = join(folder, "ambit-plugin.json");
  const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as { permissions: Record<string, unknown> };
  writeFileSync(manifestFile, JSON.stringify({ ...manifest, permissions: { ...manifest.permissions, capabilities: ["read:content"] } }));
  const terms = join(shelf, "capabilities.json");
  writeFileSync(terms, JSON.stringify([{ id: "content:read", deprecatedIds: ["read:content"] }]));
  expect((await ambit("validate", folder, "--capabilities", terms)).code).toBe(0);
  const refused = await ambit("publish", folder, "--to", shelf, "--capabilities", terms);
  expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/ambit-plugin\.json:1:\d+: error: .*content:read/) });
  expect(existsSync(join(shelf, "link-check"))).toBe(false);
});
