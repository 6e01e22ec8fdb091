import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { programFileFault, resolveProgram } from "./resolve-program.ts";

let base = "";
const bases: string[] = [];
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "ambit-path-")));
  bases.push(base);
  for (const folder of ["system", "writable", "more"]) mkdirSync(join(base, folder));
});
afterAll(() => bases.forEach((folder) => rmSync(folder, { recursive: true })));

function put(path: string, mode = 0o755): void {
  writeFileSync(join(base, path), "#!/bin/sh\n");
  chmodSync(join(base, path), mode);
}
const find = (name: string, ...folders: readonly string[]): ReturnType<typeof resolveProgram> => resolveProgram(name, { searchPath: folders.map((folder) => (folder === "" || folder.startsWith(".") ? folder : join(base, folder))), writable: [join(base, "writable")] });

describe("a program", () => {
  test("is the first executable file of that name", () => {
    put("more/tool");
    put("system/tool", 0o644);
    mkdirSync(join(base, "more/folder"));
    expect(find("tool", "system", "more")).toEqual({ path: join(base, "more/tool"), realPath: join(base, "more/tool") });
    expect(() => find("folder", "more")).toThrow(expect.objectContaining({ code: "FILE_NOT_FOUND" }));
  });

  test("is never looked for behind an empty or a relative entry", () => {
    const before = process.cwd();
    put("more/tool");
    process.chdir(join(base, "more"));
    try {
      expect(() => find("tool", "", ".", "./")).toThrow(expect.objectContaining({ code: "PERMISSION_DENIED", message: expect.stringContaining("working directory") as string }));
    } finally {
      process.chdir(before);
    }
  });

  test("is refused in a folder that a plugin can write, by itself, by a link, and behind a linked folder", () => {
    put("writable/tool");
    symlinkSync(join(base, "writable/tool"), join(base, "system/linked"));
    symlinkSync(join(base, "writable"), join(base, "hidden"));
    for (const [name, folder] of [["tool", "writable"], ["linked", "system"], ["tool", "hidden"]] as const) {
      expect(() => find(name, folder)).toThrow(expect.objectContaining({ code: "PERMISSION_DENIED" }));
    }
  });

  test.each(["tool.cmd", "tool.BAT", "tool.bat. "])("is no batch file: not %j, by itself or by a link", (name) => {
    put(`more/${name}`);
    symlinkSync(join(base, "more", name), join(base, "system/plain"));
    for (const [asked, folder] of [[name, "more"], ["plain", "system"]] as const) expect(() => find(asked, folder)).toThrow(expect.objectContaining({ code: "PERMISSION_DENIED" }));
  });

  test.each(["C:\\n\\npm.cmd", "C:\\n\\npm.ps1", "C:\\n\\npm.JS", "C:\\n\\npm.vbs", "C:\\n\\npm", "C:npm.exe", ".\\npm.exe", "\\\\?\\C:\\npm.exe", "\\\\.\\pipe\\x.exe"])("is on Windows an absolute program file: not %j", (path) => expect(programFileFault(path)).toBeDefined());

  test.each(["C:\\Program Files\\Git\\cmd\\git.EXE", "D:/tools/rg.exe", "\\\\server\\tools\\rg.exe", "/usr/bin/git", "/usr/lib/node_modules/npm/bin/npm-cli.js"])("may be %j", (path) => expect(programFileFault(path)).toBeUndefined());

  test("is named in refusals, folders are not", () => {
    for (const name of ["missing", "tool"]) {
      put("writable/tool");
      expect(() => find(name, "writable")).toThrow(expect.objectContaining({ message: expect.not.stringContaining(base) as string, details: expect.objectContaining({ target: name }) as unknown }));
    }
  });

  test.each(["", ".", "..", "a/b", "/bin/sh", "a\\b", "a\0b"])("is a plain name: not %j", (name) => {
    expect(() => find(name, "system")).toThrow(expect.objectContaining({ code: "PERMISSION_DENIED" }));
  });
});
