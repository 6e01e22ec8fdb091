import { writeZip, type ZipEntry } from "@ambit/conformance-suite";
import { expect, test } from "vitest";
import { readArchive } from "./read-archive.ts";

const DIRECTORY_ENTRY = Buffer.from("PK\u0001\u0002", "latin1");
const END = Buffer.from("PK\u0005\u0006", "latin1");

/** A zip whose directory lacks one of its entries. */
function withHidden(entries: readonly ZipEntry[], hidden: number): Buffer {
  const bytes = writeZip(entries);
  const starts: number[] = [];
  for (let at = bytes.indexOf(DIRECTORY_ENTRY); at !== -1; at = bytes.indexOf(DIRECTORY_ENTRY, at + 1)) starts.push(at);
  const end = bytes.lastIndexOf(END);
  const [from = 0, to = end] = [starts[hidden], starts[hidden + 1]];
  const tail = Buffer.from(bytes.subarray(end));
  tail.writeUInt16LE(entries.length - 1, 8);
  tail.writeUInt16LE(entries.length - 1, 10);
  tail.writeUInt32LE(end - (starts[0] ?? 0) - (to - from), 12);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, end), tail]);
}

const entries: readonly ZipEntry[] = [{ name: "ambit-plugin.json", content: "{}" }, { name: "evil.js", content: "1" }, { name: "run.js", content: "2" }];

test.each([0, 1, 2])("an entry that the directory does not name refuses the archive (%i)", async (hidden) => {
  await expect(readArchive(withHidden(entries, hidden))).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringContaining("the directory does not name") });
});

test("sizes behind the data are no hidden entry", async () => {
  const { files } = await readArchive(writeZip(entries.map((entry) => ({ ...entry, sizesFollow: true }))));
  expect(files.map(({ path }) => path)).toEqual(["ambit-plugin.json", "evil.js", "run.js"]);
});
