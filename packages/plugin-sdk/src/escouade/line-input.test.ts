import { expect, test } from "vitest";
import { LineInput } from "./line-input.ts";
import { LineOutput } from "./line-output.ts";
import { createInterface } from "./line-reader.ts";

test("lines that come before anybody listens are kept, and each listener gets every later one", () => {
  const input = new LineInput();
  const [first, second]: string[][] = [[], []];
  input.push("a");
  input.setEncoding().resume().on("data", (chunk) => first?.push(chunk)).on("end", () => first?.push("never"));
  input.push("b");
  const listener = (chunk: string): void => void second?.push(chunk);
  input.addListener("data", listener);
  input.push("c");
  input.removeListener("data", listener);
  input.push("d");
  expect([first, second]).toEqual([["a\n", "b\n", "c\n", "d\n"], ["c\n"]]);
});

test("lines are read by iterating, also those that come while one is worked on", async () => {
  const input = new LineInput();
  input.push("a");
  const read: string[] = [];
  for await (const line of createInterface({ input })) {
    read.push(line);
    if (line === "a") for (const next of ["b", "c"]) input.push(next);
    if (line === "c") break;
  }
  expect(read).toEqual(["a", "b", "c"]);
});

test("a reader tells of each line without its end", () => {
  const input = new LineInput();
  const read: string[] = [];
  createInterface({ input }).on("line", (line) => read.push(line)).on("close", () => read.push("never"));
  input.push("a");
  expect(read).toEqual(["a"]);
});

test("what is written comes out in whole lines, however it was cut", async () => {
  const lines: string[] = [];
  const output = new LineOutput((line) => lines.push(line));
  output.write('{"a":');
  output.write("1}\n\n{}");
  expect(lines).toEqual(['{"a":1}']);
  await new Promise<void>((resolve) => output.write(new TextEncoder().encode("\nlast\n"), "utf8", resolve));
  expect(lines).toEqual(['{"a":1}', "{}", "last"]);
});
