import { gzipSync } from "node:zlib";
import { withType, writeTar, writeZip, type ZipEntry } from "@ambit/conformance-suite";
import { describe, expect, test } from "vitest";
import { readArchive } from "./read-archive.ts";

const plain: readonly ZipEntry[] = [{ name: "ambit-plugin.json", content: "{}" }, { name: "assets/" }, { name: "assets/icon.svg", content: "<svg/>" }, { name: "run.js", content: "export default 1;" }];

async function refusalOf(bytes: Buffer | Promise<Buffer>): Promise<string> {
  return readArchive(await bytes).then(
    (content) => `read: ${content.files.map(({ path }) => path).join()}`,
    (error: { readonly code?: string; readonly message: string }) => `${error.code ?? "?"} ${error.message}`,
  );
}

test("a zip, a tar and a gzipped tar of the same files are the same bundle", async () => {
  const zip = await readArchive(writeZip(plain));
  expect(zip.files.map(({ path }) => path)).toEqual(["ambit-plugin.json", "assets/icon.svg", "run.js"]);
  expect(Buffer.from(zip.files[2]?.bytes ?? []).toString()).toBe("export default 1;");
  const tar = await writeTar([{ name: "run.js", content: "export default 1;", mode: 0o4755 }, { name: "assets", type: "directory" }, { name: "assets/icon.svg", content: "<svg/>" }, { name: "ambit-plugin.json", content: "{}" }]);
  for (const bytes of [tar, gzipSync(tar)]) {
    const { files } = await readArchive(bytes);
    expect(files.map(({ path, bytes: content }) => [path, Buffer.from(content).toString()])).toEqual(zip.files.map(({ path, bytes: content }) => [path, Buffer.from(content).toString()]));
  }
});

test("long names, stored entries, sizes behind the data and other modes are ordinary", async () => {
  const long = `${"d".repeat(90)}/${"f".repeat(90)}.txt`;
  const { files } = await readArchive(writeZip([{ name: "a.txt", content: "stored", method: 0 }, { name: "b.txt", content: "behind", sizesFollow: true }, { name: "c", mode: 0o104755 }]));
  expect(files.map(({ path, bytes }) => `${path}:${Buffer.from(bytes).toString()}`)).toEqual(["a.txt:stored", "b.txt:behind", "c:"]);
  expect((await readArchive(await writeTar([{ name: long, content: "x" }]))).files.map(({ path }) => path)).toEqual([long]);
});

test("what is no part of a plugin is left out, as from a folder", async () => {
  const { files, leftOut } = await readArchive(writeZip([...plain, { name: ".git/config" }, { name: "node_modules/x/index.js" }]));
  expect(files).toHaveLength(3);
  expect(leftOut).toEqual([".git/config", "node_modules/x/index.js"]);
});

describe("a name that a bundle cannot have refuses the archive", () => {
  const names = ["../x", "a/../../x", "/etc/x", "\\x", "a\\b", "C:/x", "c:x", "//server/x", "a/./b", "./a", "a//b", "", ".", "..", "a.js:evil", "CON", "nul.txt", "a.", "a ", "a\u0000b", "a\u202egpj.js", "e\u0301.txt", `${"x".repeat(300)}`, "a\nb", `${"d/".repeat(40)}x`];
  test.each(names)("%j", async (name) => {
    expect(await refusalOf(writeZip([...plain, { name }]))).toMatch(/^BUNDLE_INVALID /);
    if (name !== "") expect(await refusalOf(writeTar([{ name: "run.js" }, { name }]))).toMatch(/^BUNDLE_INVALID /);
  });
});

describe("two entries that some system takes for one refuse the archive", () => {
  test.each([["run.js"], ["RUN.js"], ["assets"], ["Assets/ICON.svg"], ["assets/icon.svg/x"], ["run.js/"]])("%s", async (name) => {
    expect(await refusalOf(writeZip([...plain, { name }]))).toMatch(/^BUNDLE_INVALID /);
  });
});

describe("a zip entry that is not what it says refuses the archive", () => {
  const MiB = 1024 * 1024;
  const wrong: readonly (readonly [string, ZipEntry, RegExp])[] = [
    ["another name before the data", { name: "b.js", localName: "evil.js" }, /headers disagree/],
    ["a link", { name: "l", content: "/etc", mode: 0o120777 }, /Links/],
    ["a device", { name: "d", mode: 0o060644 }, /Links and special/],
    ["a file as a folder", { name: "d/", mode: 0o100644 }, /Links and special/],
    ["a folder with content", { name: "d/", content: "x" }, /no content/],
    ["encrypted", { name: "x", encrypted: true }, /encrypted/],
    ["packed by another method", { name: "x", method: 12 }, /other than deflate/],
    ["a second name", { name: "x", extra: Buffer.from("7570050001000000 00".replaceAll(" ", ""), "hex") }, /second name/],
    ["a size that is too small", { name: "x", content: Buffer.alloc(MiB), size: 10 }, /as long as/],
    ["a size that is too large", { name: "x", content: "abc", size: 10 }, /as long as/],
    ["a wrong checksum", { name: "x", content: "abc", checksum: 1 }, /checksum/],
    ["a bomb", { name: "x", content: Buffer.alloc(20 * MiB) }, /more tightly/],
    ["too large", { name: "x", content: Buffer.alloc(33 * MiB), method: 0 }, /at most/],
    ["on top of another", { name: "ambit-plugin.json", content: "{}", offset: 0 }, /overlaps/],
    ["nowhere", { name: "x", offset: 90_000_000 }, /not where/],
    ["in bytes that are no UTF-8", { name: Buffer.from([0x61, 0xff]) }, /UTF-8/],
    ["in bytes that are not marked", { name: "\u00e9.txt", utf8: false }, /marked/],
  ];
  test.each(wrong)("%s", async (_what, entry, reason) => {
    expect(await refusalOf(writeZip([...plain, entry]))).toMatch(reason);
  });
});

test.each([["link", "/etc/passwd"], ["symlink", "../.."], ["fifo", ""], ["character-device", ""], ["block-device", ""]] as const)("a tar entry of the type %s refuses the archive", async (type, linkname) => {
  expect(await refusalOf(writeTar([{ name: "run.js" }, { name: "h", type, linkname }]))).toMatch(/BUNDLE_INVALID h: Links and special/);
});

test.each(["7", "S", "M", "V", "Z"])("a tar entry of the type %s refuses the archive", async (type) => {
  expect(await refusalOf(withType(await writeTar([{ name: "h", content: "x" }]), type))).toMatch(/^BUNDLE_INVALID /);
});

describe("an archive that cannot be read to its end is refused", () => {
  const zip = writeZip(plain);
  test.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("hello")],
    ["half a zip", zip.subarray(0, zip.length / 2)],
    ["a zip without its last byte", zip.subarray(0, -1)],
    ["a gzip of something else", gzipSync("hello")],
    ["half a gzip", gzipSync(Buffer.from("x".repeat(5000))).subarray(0, 20)],
    ["a gzip bomb", gzipSync(Buffer.alloc(30 * 1024 * 1024))],
    ["a gzip beyond all limits", gzipSync(Buffer.alloc(120 * 1024 * 1024))],
  ])("%s", async (_what, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/^BUNDLE_INVALID /);
  });

  test("a tar that is cut off", async () => {
    const tar = await writeTar([{ name: "run.js", content: "x".repeat(5000) }]);
    expect(await refusalOf(tar.subarray(0, 2000))).toMatch(/^BUNDLE_INVALID /);
  });

  test("thousands of entries", async () => {
    expect(await refusalOf(writeZip(Array.from({ length: 2001 }, (_, at) => ({ name: `f${at}` }))))).toMatch(/at most 2000 files/);
  });
});

test("a zip archive that names more entries than a plugin can have is refused before they are looked at", async () => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(65_000, 8);
  end.writeUInt16LE(65_000, 10);
  await expect(readArchive(end)).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.stringContaining("names 65000") });
});
