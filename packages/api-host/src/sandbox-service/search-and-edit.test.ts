import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxSession } from "./sandbox-service.ts";
import { SandboxRig } from "../testing/sandbox-rig.ts";

const rig = new SandboxRig();
let session: SandboxSession;

const files: Readonly<Record<string, string>> = {
  "src/index.ts": "const answer = 42;\nexport { answer };\n",
  "src/deep/er/index.test.ts": "expect(answer).toBe(42)\n",
  "src/odd: name:3:x.ts": "answer at last\n",
  "notes/it's here.md": "The answer\nis $HOME `id`\n",
  "notes/new\nline.md": "answer\n",
  "node_modules/x/index.ts": "answer\n",
  ".git/config": "answer\n",
  "-rf": "answer\n",
  "big.txt": `${"x".repeat(2000)}answer\n`,
};

beforeAll(async () => {
  await rig.open();
  session = await rig.session();
  for (const [path, text] of Object.entries(files)) await session.writeFile(`/workspace/${path}`, text);
  await session.writeFile("/workspace/binary", Buffer.from([0, 1, 97, 110, 115, 119, 101, 114, 10, 255]));
  await session.exec("ln -s src link");
});
afterAll(() => rig.close());

const found = async (pattern: string, options = {}): Promise<readonly string[]> => (await session.glob(pattern, options)).paths.map((path) => path.replace("/workspace/", ""));

describe("glob", () => {
  test.each<[pattern: string, paths: readonly string[]]>([
    ["**/*.ts", ["src/deep/er/index.test.ts", "src/index.ts", "src/odd: name:3:x.ts"]],
    ["*", ["-rf", "big.txt", "binary"]],
    ["src/*.{ts,js}", ["src/index.ts", "src/odd: name:3:x.ts"]],
    ["**/index.t?", ["src/index.ts"]],
    ["notes/[h-j]*", ["notes/it's here.md"]],
    ["notes/*", ["notes/it's here.md", "notes/new\nline.md"]],
    ["src/**", ["src/deep/er/index.test.ts", "src/index.ts", "src/odd: name:3:x.ts"]],
    ["none/**", []],
  ])("%s", async (pattern, paths) => expect(await found(pattern)).toEqual(paths));

  test("keeps to its folder, its limit and what it is told to skip", async () => {
    expect(await found("*.ts", { folder: "/workspace/src/" })).toEqual(["src/index.ts", "src/odd: name:3:x.ts"]);
    expect(await found("**/*.ts", { skip: ["deep"] })).toEqual(["node_modules/x/index.ts", "src/index.ts", "src/odd: name:3:x.ts"]);
    expect(await session.glob("**/*.ts", { limit: 1 })).toEqual({ paths: ["/workspace/src/deep/er/index.test.ts"], truncated: true });
  });

  test("refuses what it cannot take", async () => {
    await expect(session.glob("*", { folder: "/workspace/none" })).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    await expect(session.glob("*", { skip: ["a b"] })).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    for (const pattern of ["", "{a,b}".repeat(7), "a".repeat(2000)]) await expect(session.glob(pattern)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  });
});

describe("grep", () => {
  test("finds lines with their paths and numbers, whatever is in a name", async () => {
    const { matches } = await session.grep("answer( |\\)|;)", { include: "src/**" });
    expect(matches.toSorted((a, b) => (a.path + String(a.line) < b.path + String(b.line) ? -1 : 1))).toEqual([
      { path: "/workspace/src/deep/er/index.test.ts", line: 1, text: "expect(answer).toBe(42)" },
      { path: "/workspace/src/index.ts", line: 1, text: "const answer = 42;" },
      { path: "/workspace/src/index.ts", line: 2, text: "export { answer };" },
      { path: "/workspace/src/odd: name:3:x.ts", line: 1, text: "answer at last" },
    ].filter(({ text }) => /answer( |\)|;)/.test(text)));
  });

  test("takes a pattern for a pattern, whatever a shell would make of it", async () => {
    expect((await session.grep("$HOME `id`", { literal: true })).matches).toEqual([{ path: "/workspace/notes/it's here.md", line: 2, text: "is $HOME `id`" }]);
    expect((await session.grep("-rf; touch /workspace/made", { literal: true })).matches).toEqual([]);
    expect(await session.stat("/workspace/made")).toBeNull();
    expect((await session.grep("ANSWER", { include: "-rf", ignoreCase: true })).matches).toEqual([{ path: "/workspace/-rf", line: 1, text: "answer" }]);
  });

  test("is bounded, leaves binary files out and nothing behind", async () => {
    const all = await session.grep("answer");
    expect(all.matches.map(({ path }) => path)).not.toContain("/workspace/binary");
    expect(all.matches.every(({ text }) => text.length <= 500)).toBe(true);
    expect((await session.grep("answer", { limit: 2 }))).toMatchObject({ matches: { length: 2 }, truncated: true });
    expect((await session.exec("ls -A /tmp")).stdout).toBe("");
  });

  test("refuses what is no expression", async () => {
    for (const pattern of ["", "a\nb", "("]) await expect(session.grep(pattern)).rejects.toMatchObject({ code: "INVALID_PARAMS" });
  });
});

describe("edit", () => {
  const path = "/workspace/edited";
  const text = async (): Promise<string> => Buffer.from((await session.readFile(path))?.data ?? []).toString();

  test("replaces what stands there once, or all of it", async () => {
    await session.writeFile(path, "one two two $& $1\r\n");
    await session.edit(path, "one", "$& $1 1");
    expect(await text()).toBe("$& $1 1 two two $& $1\r\n");
    await session.edit(path, "two", "2", { all: true });
    expect(await text()).toBe("$& $1 1 2 2 $& $1\r\n");
  });

  test("refuses what is not there, stands there twice or is no text, and leaves the file", async () => {
    await session.writeFile(path, "one two two");
    await expect(session.edit(path, "three", "3")).rejects.toMatchObject({ code: "REFUSED" });
    await expect(session.edit(path, "two", "2")).rejects.toMatchObject({ code: "REFUSED" });
    await expect(session.edit(path, "", "2")).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    expect(await text()).toBe("one two two");
    await expect(session.edit("/workspace/binary", "answer", "b")).rejects.toMatchObject({ code: "REFUSED" });
    await expect(session.edit("/workspace/none", "a", "b")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  });

  test("loses none of several edits at once", async () => {
    await session.writeFile(path, "a b c d e f");
    await Promise.all([..."abcdef"].map((letter) => session.edit(path, letter, letter.toUpperCase())));
    expect(await text()).toBe("A B C D E F");
  });
});
