import { createHash } from "node:crypto";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { extract } from "tar-stream";
import { expect, test } from "vitest";
import { ambit, copyOfExample, freshFolder } from "../testing/ambit-program.ts";

async function entriesOf(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const reader = extract();
  Readable.from(readFileSync(file)).pipe(reader);
  const entries = new Map<string, Buffer>();
  for await (const entry of reader) {
    expect(entry.header).toMatchObject({ type: "file", mode: 0o644, uid: 0, gid: 0, mtime: new Date(0) });
    const pieces: Buffer[] = [];
    for await (const piece of entry as AsyncIterable<Buffer>) pieces.push(piece);
    entries.set(entry.header.name, Buffer.concat(pieces));
  }
  return entries;
}

test("two bundles of the same files are equal byte by byte, whenever and from wherever they were made", async () => {
  const [one, two] = [copyOfExample("link-check"), copyOfExample("link-check")];
  utimesSync(join(two, "run.js"), new Date(2001, 1, 1), new Date(2001, 1, 1));
  writeFileSync(join(two, ".hidden"), "no part of a plugin");
  const files = [join(freshFolder(), "a.tar"), join(freshFolder(), "b.tar")] as const;
  expect((await ambit("bundle", one, "--out", files[0])).code).toBe(0);
  expect((await ambit("bundle", two, "--out", files[1])).code).toBe(0);
  expect(readFileSync(files[0]).equals(readFileSync(files[1]))).toBe(true);
});

test("the listing comes first, and has the digest of each file and the one that a host shows", async () => {
  const folder = copyOfExample("word-report");
  const { out } = await ambit("bundle", folder, "--json");
  const made = JSON.parse(out) as { file: string; bundleDigest: string; sha256: string };
  expect(made.file).toBe(join(folder, ".ambit", "word-report-1.0.0.tar"));
  expect(createHash("sha256").update(readFileSync(made.file)).digest("hex")).toBe(made.sha256);
  const entries = await entriesOf(made.file);
  expect([...entries.keys()][0]).toBe("ambit-bundle.json");
  const listing = JSON.parse(String(entries.get("ambit-bundle.json"))) as { format: string; bundleDigest: string; files: { path: string; bytes: number; sha256: string }[] };
  expect(listing).toMatchObject({ format: "ambit-bundle/1", id: "word-report", version: "1.0.0" });
  expect(listing.files.map(({ path }) => path)).toEqual([...entries.keys()].slice(1));
  for (const { path, bytes, sha256 } of listing.files) {
    const content = entries.get(path) ?? Buffer.alloc(0);
    expect([content.length, createHash("sha256").update(content).digest("hex")]).toEqual([bytes, sha256]);
  }
  const inspected = JSON.parse((await ambit("inspect", folder, "--root", "workspace=docs", "--data", freshFolder(), "--json")).out) as { bundleDigest: string };
  expect(inspected.bundleDigest).toBe(listing.bundleDigest);
  // A host takes the file itself, and sees the same plugin.
  const ofFile = JSON.parse((await ambit("inspect", made.file, "--data", freshFolder(), "--json")).out) as { bundleDigest: string };
  expect(ofFile.bundleDigest).toBe(listing.bundleDigest);
});

test("a plugin with an error is not bundled; nor is one into itself", async () => {
  const folder = copyOfExample("link-check");
  expect(await ambit("bundle", folder, "--out", join(folder, "out.tar"))).toMatchObject({ code: 2, err: expect.stringContaining("inside the plugin's folder") });
  writeFileSync(join(folder, "check-link.js"), 'import "node:fs";\n');
  expect(await ambit("bundle", folder)).toMatchObject({ code: 2, err: expect.stringContaining("check-link.js:1:8: error: ") });
});
