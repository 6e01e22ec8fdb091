import { expect, test } from "vitest";
import { terminalText } from "./terminal-text.ts";

test.for([
  ["\u001b]0;title\u0007\u001b[2Jx", "\\u{1b}]0;title\\u{7}\\u{1b}[2Jx"],
  ["\u009b31mred\u007f\b\r", "\\u{9b}31mred\\u{7f}\\u{8}\\u{d}"],
  ["a\u202eb\u2066c\u200f", "a\\u{202e}b\\u{2066}c\\u{200f}"],
  ["a\u2028b\ud800", "a\\u{2028}b\\u{d800}"],
  ["one\r\ntwo\n\tthree", "one\ntwo\n\tthree"],
  ["größe 日本 \u{1f468}\u200d\u{1f469}", "größe 日本 \u{1f468}\u200d\u{1f469}"],
] as const)("%j is shown as %j", ([text, shown]) => expect(terminalText(text)).toBe(shown));
