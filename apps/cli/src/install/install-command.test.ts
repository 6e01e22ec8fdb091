import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ambit, copyOfExample, freshFolder } from "../testing/ambit-program.ts";

const root = ["--root", "workspace=docs"];

test("an archive is installed after somebody agreed, and runs by its id with what is left of it", async () => {
  const [data, file] = [freshFolder(), join(freshFolder(), "word-report.tar")];
  await ambit("bundle", copyOfExample("word-report"), "--out", file);
  const unasked = await ambit("install", file, "--data", data, ...root);
  expect(unasked).toMatchObject({ code: 1, err: expect.stringContaining("CONSENT_REQUIRED") });
  expect(await ambit("run", "word-report", "--data", data, ...root, "--", "report", "--path", "guide.md")).toMatchObject({ code: 1, err: expect.stringContaining("CONSENT_REQUIRED") });

  const installed = await ambit("install", file, "--data", data, "--yes", "--json", ...root);
  expect(JSON.parse(installed.out)).toMatchObject({ id: "word-report", version: "1.0.0", removed: [] });
  const report = await ambit("run", "word-report", "--data", data, ...root, "--", "report", "--path", "guide.md");
  expect((JSON.parse(report.out) as { words: number }).words).toBeGreaterThan(100);
});

test("a line taken away at the installation stays away, also through an update that asks for no more", async () => {
  const [data, folder] = [freshFolder(), copyOfExample("word-report")];
  const options = ["--data", data, ...root];
  expect((await ambit("install", folder, ...options, "--yes", "--deny", "files:read:workspace")).code).toBe(0);
  const manifestFile = join(folder, "ambit-plugin.json");
  writeFileSync(manifestFile, readFileSync(manifestFile, "utf8").replace('"1.0.0"', '"1.0.1"'));
  const updated = await ambit("install", folder, ...options, "--json");
  expect(JSON.parse(updated.out)).toMatchObject({ version: "1.0.1", removed: ["files:read:workspace"] });
  expect(await ambit("run", "word-report", ...options, "--", "report", "--path", "guide.md")).toMatchObject({ code: 1, err: expect.stringContaining("PERMISSION_DENIED") });
});

test("a word that is neither a folder nor an installed plugin says both", async () => {
  const { code, err } = await ambit("run", "word-repot", "--data", freshFolder(), "--", "report");
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('"word-repot" is no folder here, and no plugin of that id is installed') });
});
