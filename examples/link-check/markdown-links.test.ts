import { expect, test } from "vitest";
import { findLinks } from "./markdown-links.js";

const urls = (markdown: string): string[] => findLinks(markdown).map(({ url }: { url: string }) => url);

test("inline links, references, angle brackets and bare addresses are found, with their lines", () => {
  const text = `See [the guide](https://a.dev/guide "Guide") and\n<https://b.dev/x>.\n\n[ref]: https://c.dev/y\nBare: https://d.dev/z?q=1&r=2, and more.\n`;
  expect(findLinks(text)).toEqual([
    { url: "https://a.dev/guide", line: 1 },
    { url: "https://b.dev/x", line: 2 },
    { url: "https://c.dev/y", line: 4 },
    { url: "https://d.dev/z?q=1&r=2", line: 5 },
  ]);
});

test.each([
  ["[a](https://en.example.dev/wiki/A_(b))", ["https://en.example.dev/wiki/A_(b)"]],
  ["(see https://a.dev/b)", ["https://a.dev/b"]],
  ["**https://a.dev/b**", ["https://a.dev/b"]],
  ["https://a.dev/b. Next", ["https://a.dev/b"]],
  ["[a](<https://a.dev/b>)", ["https://a.dev/b"]],
  ["![image](https://a.dev/i.png)", ["https://a.dev/i.png"]],
  ["HTTPS://A.dev/b", ["HTTPS://A.dev/b"]],
  ["https://a.dev/b#one https://a.dev/b#two", ["https://a.dev/b"]],
  ["[x](https://a.dev) [y](https://a.dev)", ["https://a.dev"]],
  ["[rel](./other.md) [mail](mailto:a@b.dev) [anchor](#top) ftp://a.dev", []],
  ["https:// http://", []],
])("%s", (line, wanted) => {
  expect(urls(line)).toEqual(wanted);
});

test("what stands in code is no link", () => {
  expect(urls("`https://a.dev` and ``https://b.dev ` x`` but https://c.dev")).toEqual(["https://c.dev"]);
  expect(urls("```sh\ncurl https://a.dev\n```\nhttps://b.dev\n~~~~\nhttps://c.dev\n~~~\nhttps://d.dev\n~~~~\nhttps://e.dev")).toEqual(["https://b.dev", "https://e.dev"]);
});

test("a line made to be slow is not", () => {
  const start = performance.now();
  for (const line of ["`".repeat(20_000), "` ".repeat(20_000), "https://a.dev/(".repeat(5000), "[](".repeat(20_000)]) urls(line);
  expect(performance.now() - start).toBeLessThan(2000);
});
