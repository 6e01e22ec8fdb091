import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { readRoots, takeRootWords } from "./root-option.ts";

describe("readRoots", () => {
  it("makes a root read-only unless it says rw:, and lets commands run in one that is", () => {
    expect(readRoots([`workspace=${tmpdir()}`, `rw:out=${tmpdir()}`])).toEqual({
      workspace: { hostPath: tmpdir(), access: "read", commands: true },
      out: { hostPath: tmpdir(), access: "write", commands: false },
    });
  });

  it.each([["workspace"], ["=x"], ["a b=x"], ["workspace=/no/such/folder"]])("refuses %s", (word) => {
    expect(() => readRoots([word])).toThrow("--root");
  });
});

describe("takeRootWords", () => {
  it("takes roots out of a tool's words, unless the tool has a parameter of that name", () => {
    const words = ["--root", "a=b", "--path", "x", "--root=c=d"];
    expect(takeRootWords(words, false)).toEqual({ roots: ["a=b", "c=d"], rest: ["--path", "x"] });
    expect(takeRootWords(words, true)).toEqual({ roots: [], rest: words });
  });
});
