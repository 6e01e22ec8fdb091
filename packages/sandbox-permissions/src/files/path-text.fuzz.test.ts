import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { judgePathText } from "./path-text.ts";

const piece = fc.constantFrom("a", "b.txt", "..", ".", "", "~", "/", "\\", ":", "C:", "\0", "con", "NUL", "aux.c", " ", "é", "\ud800", "PROGRA~1", "x ", "x.", "\n", "...", "COM¹");
const anyPath = fc.oneof(fc.array(piece, { maxLength: 6 }).map((parts) => parts.join("/")), fc.array(piece, { maxLength: 6 }).map((parts) => parts.join("")), fc.string({ unit: "binary", maxLength: 40 }));

it("a path that is taken stays below any folder, read by either system's rules", () => {
  fc.assert(
    fc.property(anyPath, fc.constantFrom("linux", "darwin", "win32"), (path, platform) => {
      const read = judgePathText(path, platform);
      if (!read.ok) return;
      expect(read.components.join("/")).toBe(path);
      expect(posix.join("/root/base", path)).toBe(path === "" ? "/root/base" : `/root/base/${path}`);
      const joined = win32.join("C:\\base", path);
      expect(joined.startsWith("C:\\base")).toBe(true);
      expect(win32.relative("C:\\base", joined)).not.toMatch(/^\.\.(?:\\|$)/);
    }),
    { numRuns: 5000 },
  );
}, 60_000);
