import { expect, test } from "vitest";
import { ambit, freshFolder } from "../testing/ambit-program.ts";
import { paint, shownText } from "./output.ts";

test("a plugin's text cannot drive a terminal, and reaches a file as it is", () => {
  const text = "a\u001b[2Jb\u009b1mc\td\ne\u0007";
  expect(shownText(text, true)).toBe("a\\u001b[2Jb\\u009b1mc\td\ne\\u0007");
  expect(shownText(text, false)).toBe(text);
});

test("no output of a pipe is coloured, whatever the other one is", async () => {
  const isTTY = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
  Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true });
  expect(paint("red", "x")).toBe("x");
  if (isTTY === undefined) Reflect.deleteProperty(process.stderr, "isTTY");
  else Object.defineProperty(process.stderr, "isTTY", isTTY);
  const { out, err } = await ambit("run", "examples/word-report", "--data", freshFolder(), "--root", "workspace=docs", "--", "report", "--path", "guide.md");
  expect(out + err).not.toContain("\u001b");
});
