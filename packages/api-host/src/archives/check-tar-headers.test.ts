import { writeTar } from "@ambit/conformance-suite";
import { expect, test } from "vitest";
import { checkTarHeaders } from "./check-tar-headers.ts";
import { readArchive } from "./read-archive.ts";

const BLOCK = 512;
const plain = (): Promise<Buffer> => writeTar([{ name: "ambit-plugin.json", content: "{}" }, { name: "assets", type: "directory" }, { name: "run.js", content: "1" }]);

/** A header's checksum, so that nothing but the change itself is wrong. */
function signed(bytes: Buffer, at: number): Buffer {
  bytes.fill(" ", at + 148, at + 156);
  const sum = bytes.subarray(at, at + BLOCK).reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, at + 148, "latin1");
  return bytes;
}

async function changed(change: (bytes: Buffer) => void, at = 0): Promise<Buffer> {
  const bytes = Buffer.from(await plain());
  change(bytes);
  return signed(bytes, at);
}

/** A pax header with one record before the plain archive. */
async function withRecord(record: string): Promise<Buffer> {
  const length = record.length + 4;
  const text = `${String(length + (String(length).length - 2)).padStart(2, "0")} ${record}\n`;
  const [header, body] = [Buffer.alloc(BLOCK), Buffer.alloc(BLOCK)];
  header.write("pax", 0);
  header.write("0000644\0", 100);
  header.write(`${text.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("x", 156);
  header.write("ustar\u000000", 257, "latin1");
  body.write(text);
  return Buffer.concat([signed(header, 0), body, await plain()]);
}

test("archives that all readers understand alike are read", async () => {
  checkTarHeaders(await plain());
  expect((await readArchive(await plain())).files.map(({ path }) => path)).toEqual(["ambit-plugin.json", "run.js"]);
  checkTarHeaders(await withRecord("comment=size"));
});

test.each<[string, () => Promise<Buffer>, string]>([
  ["a name that goes on behind its end", () => changed((bytes) => bytes.write("evil", 60)), "something behind its end"],
  ["a prefix that goes on behind its end", () => changed((bytes) => bytes.write("evil", 400)), "something behind its end"],
  ["a size in another form", () => changed((bytes) => (bytes[124] = 0x80)), "no plain number"],
  ["a folder with content", () => changed((bytes) => bytes.write("00000000010\0", 2 * BLOCK + 124), 2 * BLOCK), "A folder has no content"],
  ["data after the end", async () => Buffer.concat([await plain(), await plain()]), "data after its end"],
  ["a record that tells another size", () => withRecord("size=1024"), "another size"],
])("refused: %s", async (_what, make, message) => {
  const bytes = await make();
  await expect(readArchive(bytes)).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringContaining(message) });
});
