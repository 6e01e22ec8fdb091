import { describe, expect, it } from "vitest";
import { judgePathText } from "./path-text.ts";

const outcome = (path: string, platform: string = "linux"): string => {
  const read = judgePathText(path, platform);
  return read.ok ? "ok" : read.malformed ? "malformed" : "refused";
};

describe("rules, section 3: the grammar of a path", () => {
  it.each(["", "a", "a/b/c.txt", "a..b/..c/d...txt", ".config/x", "déjà vu/x", "notes.txt~", "docs/~$report.docx", ".gitignore", "aux.c", "v1.", "[a]*?{b}/x", "con", "n".repeat(255), "PROGRA~1", "é".repeat(127)])(
    "takes %j",
    (path) => expect(outcome(path)).toBe("ok"),
  );
  it.each(["../x", "a/../b", "..", "~", "~root/x", "/etc/passwd", "//srv/share", "a//b", "a/", "./a", "a/.", "a:b", "C:/x", "sub/C:x", "\\\\srv\\x", "a\\b", "a\nb", "a\u007fb", "a\u0085b"])(
    "refuses %j",
    (path) => expect(outcome(path)).toBe("refused"),
  );
  it.each(["a\0b", "a\ud800b", "a/".repeat(2047) + "bb", "n".repeat(256), "é".repeat(128)])("calls %j malformed", (path) => expect(outcome(path)).toBe("malformed"));

  it("gives the components", () => {
    expect(judgePathText("a/b.txt", "linux")).toEqual({ ok: true, components: ["a", "b.txt"] });
    expect(judgePathText("", "linux")).toEqual({ ok: true, components: [] });
  });

  it("never repeats the path in a reason", () => {
    for (const path of ["../secretname", "secretname:x", "~secretname", "secretname\0"]) {
      const read = judgePathText(path, "win32");
      expect(read.ok || read.reason).not.toContain("secretname");
    }
  });
});

describe("on Windows", () => {
  it.each(["CON", "con.txt", "sub/NUL", "aux ", "aux .txt", "COM1", "COM¹", "LPT³.log", "com0", "CONIN$", "a.", "a ", ".../x", "GIT~1", "PROGRA~1.TXT", "a?b", "a*b", "a<b", "a|b", 'a"b', "a.txt:b", "nul.tar.gz"])(
    "refuses %j",
    (path) => expect(outcome(path, "win32")).toBe("refused"),
  );
  it.each(["console.log", "auxiliary", "com10", "nulls", "notes.txt~", "a.b.c", ".gitignore", "docs/~$report.docx", "company/x"])("takes %j", (path) => expect(outcome(path, "win32")).toBe("ok"));
});
