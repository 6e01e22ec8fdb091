import { chmod, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleDigest } from "../install/bundle-digest.ts";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";
import { freshFolder } from "../testing/plugin-folder.ts";
import { BundleFolders } from "./bundle-folders.ts";

const files = [{ path: "run.js", bytes: Buffer.from("1") }, { path: "lib/deep/a.txt", bytes: Buffer.from("x") }, { path: ".hidden", bytes: Buffer.from("h") }];
const digest = bundleDigest(files);

async function makeFolders(): Promise<{ readonly place: string; readonly bundles: BundleFolders }> {
  const { bundles } = createMemoryStore();
  await bundles.put(digest, files);
  const place = await freshFolder();
  return { place, bundles: new BundleFolders(place, bundles) };
}

test("a bundle becomes a folder of read-only files", async () => {
  const { place, bundles } = await makeFolders();
  const folder = await bundles.open(digest);
  expect(folder).toBe(join(place, digest));
  expect(await readFile(join(folder, "lib/deep/a.txt"), "utf8")).toBe("x");
  expect((await stat(join(folder, "run.js"))).mode & 0o777).toBe(0o644);
  expect(await readdir(place)).toEqual([digest]);
});

test("opened at once it is made once", async () => {
  const { place, bundles } = await makeFolders();
  expect(new Set(await Promise.all(Array.from({ length: 5 }, () => bundles.open(digest)))).size).toBe(1);
  expect(await readdir(place)).toEqual([digest]);
});

test.for([
  ["a changed file", async (folder: string) => (await chmod(join(folder, "run.js"), 0o644), writeFile(join(folder, "run.js"), "evil"))],
  ["a file more", async (folder: string) => writeFile(join(folder, "extra.js"), "evil")],
  ["a file less", async (folder: string) => rm(join(folder, ".hidden"))],
] as const)("%s is found at the next start, and made good", async ([, tamper]) => {
  const { bundles } = await makeFolders();
  const folder = await bundles.open(digest);
  await tamper(folder);
  await bundles.open(digest);
  expect(await readFile(join(folder, "run.js"), "utf8")).toBe("1");
  expect((await readdir(folder)).sort()).toEqual([".hidden", "lib", "run.js"]);
});

test("a store that lacks or changed the bundle is not believed", async () => {
  const { bundles } = createMemoryStore();
  const folders = new BundleFolders(await freshFolder(), bundles);
  await expect(folders.open(digest)).rejects.toMatchObject({ code: "BUNDLE_INVALID" });
  await bundles.put(digest, [{ path: "run.js", bytes: Buffer.from("evil") }]);
  await expect(folders.open(digest)).rejects.toMatchObject({ code: "BUNDLE_INVALID" });
});

test("no two bundles have one digest because their parts run together", () => {
  const one = [{ path: "ab", bytes: Buffer.from("c") }];
  const other = [{ path: "a", bytes: Buffer.from("bc") }];
  expect(bundleDigest(one)).not.toBe(bundleDigest(other));
  expect(bundleDigest([...files].reverse())).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});
