import { execFileSync } from "node:child_process";
import { link, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BUNDLE_BYTES, BUNDLE_DEPTH, BUNDLE_FILE_BYTES, BUNDLE_FILES } from "../install/bundle-limits.ts";
import { freshFolder, writeFiles } from "../testing/plugin-folder.ts";
import { readFolder } from "./read-folder.ts";

const refused = (text: string | RegExp) => ({ code: "BUNDLE_INVALID", message: expect.stringMatching(text) });

test("files come in the order of their paths' bytes, and nothing that is no part of a plugin", async () => {
  const folder = await freshFolder();
  await writeFiles(folder, { "b.js": "2", "a/z": "1", "B.txt": "3", "node_modules/x/i.js": "no", ".git/HEAD": "no", "a/.env": "no" });
  const { files, leftOut } = await readFolder(folder, { leaveOut: true });
  expect(files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()])).toEqual([["B.txt", "3"], ["a/z", "1"], ["b.js", "2"]]);
  expect([...leftOut].sort()).toEqual([".git", "a/.env", "node_modules"]);
  expect((await readFolder(folder, { leaveOut: false })).files).toHaveLength(6);
});

test("links are refused, wherever they lead", async () => {
  for (const target of ["/etc/passwd", "run.js", "nowhere", "."]) {
    const folder = await freshFolder();
    await writeFiles(folder, { "run.js": "" });
    await symlink(target, join(folder, "link"));
    await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject(refused(/^link: Links/));
  }
});

test("a hard link is a file like any other", async () => {
  const folder = await freshFolder();
  await writeFiles(folder, { "run.js": "x" });
  await link(join(folder, "run.js"), join(folder, "copy.js"));
  expect((await readFolder(folder, { leaveOut: true })).files).toHaveLength(2);
});

test("a FIFO is refused without waiting for a writer", async () => {
  const folder = await freshFolder();
  execFileSync("mkfifo", [join(folder, "pipe")]);
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject(refused(/^pipe: It is neither/));
});

test.for([["trailing dot", "a."], ["device", "nul"], ["colon", "a:b"], ["backslash", "a\\b"], ["bidi", "a\u202eb"], ["zero width", "a\u200bb"], ["not composed", "e\u0301"]])("a name with %s is refused", async ([, name = ""]) => {
  const folder = await freshFolder();
  await writeFile(join(folder, name), "");
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject({ code: "BUNDLE_INVALID" });
});

test("names that differ in case alone are refused", async () => {
  const folder = await freshFolder();
  await writeFiles(folder, { "run.js": "", "RUN.js": "" });
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject(refused(/upper and lower case/));
  const nested = await freshFolder();
  await writeFiles(nested, { "lib/a": "", Lib: "" });
  await expect(readFolder(nested, { leaveOut: true })).rejects.toMatchObject(refused(/folder has the same name/));
});

test("the limits hold to the byte, without reading what is too large", async () => {
  const folder = await freshFolder();
  const big = join(folder, "big");
  await writeFile(big, "");
  await truncate(big, BUNDLE_FILE_BYTES);
  expect((await readFolder(folder, { leaveOut: true })).files[0]?.bytes.length).toBe(BUNDLE_FILE_BYTES);
  await truncate(big, BUNDLE_FILE_BYTES + 1);
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject(refused(/^big: A file has at most/));
  await truncate(big, BUNDLE_FILE_BYTES);
  await writeFile(join(folder, "big2"), "");
  await truncate(join(folder, "big2"), BUNDLE_BYTES - BUNDLE_FILE_BYTES);
  expect((await readFolder(folder, { leaveOut: true })).files).toHaveLength(2);
  await writeFile(join(folder, "one"), "1");
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject(refused(/All files together/));
});

test("there is an end to files and to folders", async () => {
  const folder = await freshFolder();
  await Promise.all(Array.from({ length: BUNDLE_FILES }, (_, at) => writeFile(join(folder, `f${at}`), "")));
  expect((await readFolder(folder, { leaveOut: true })).files).toHaveLength(BUNDLE_FILES);
  await writeFile(join(folder, "g"), "");
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject(refused(/at most 2000 files/));
  const deep = await freshFolder();
  await mkdir(join(deep, ...Array.from({ length: BUNDLE_DEPTH + 1 }, () => "d")), { recursive: true });
  await expect(readFolder(deep, { leaveOut: true })).rejects.toMatchObject(refused(/deeper than 16/));
});

test("a folder that is not there says so without its path", async () => {
  const folder = join(await freshFolder(), "missing");
  await expect(readFolder(folder, { leaveOut: true })).rejects.toMatchObject({ code: "BUNDLE_INVALID", message: expect.not.stringContaining(folder) });
});
