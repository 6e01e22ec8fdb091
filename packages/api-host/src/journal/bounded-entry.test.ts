import { JOURNAL_LINE_BYTES, type JournalEntry, journalRecordSchema } from "@ambit/api-types";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundedEntry } from "./bounded-entry.ts";

const base: JournalEntry = { time: 1, plugin: "notes", version: "1.0.0", instance: "i", backend: "js", method: "net/fetch", target: "api.example.dev", outcome: "ok", ms: 1 };
const plain = (text: string): string => text;

test("an ordinary entry stays as it is", () => {
  expect(boundedEntry({ ...base, args: ["git", "status"], org: "o" }, plain)).toEqual({ ...base, args: ["git", "status"], org: "o" });
});

test("a long target keeps its end", () => {
  const { target } = boundedEntry({ ...base, target: `${"s".repeat(300)}.evil.example` }, plain);
  expect(target).toHaveLength(100);
  expect(target).toMatch(/^\u2026s+\.evil\.example$/);
});

test("hidden characters are spelled out", () => {
  const entry = boundedEntry({ ...base, target: "a\u202eb\n\u0000\ud800", args: ["x\u200by"] }, plain);
  expect(entry.target).toBe("a\\u{202e}b\\u{a}\\u{0}\\u{d800}");
  expect(entry.args).toEqual(["x\\u{200b}y"]);
});

test("secrets are masked before anything is cut", () => {
  const secret = "k".repeat(200);
  const entry = boundedEntry({ ...base, target: `${secret}.example.dev`, method: `x${secret}`, args: ["--token", secret] }, (text) => text.replaceAll(secret, "[secret]"));
  expect(entry).toMatchObject({ target: "[secret].example.dev", method: "x[secret]", args: ["--token", "[secret]"] });
});

test("no entry makes a line longer than a line may be", () => {
  const text = fc.string({ unit: "binary", maxLength: 9000 });
  const entries = fc.record({ target: text, method: text, org: text, args: fc.array(text, { maxLength: 40 }) });
  fc.assert(
    fc.property(entries, (more) => {
      const entry = boundedEntry({ ...base, ...more, plugin: "p".repeat(64), version: "9".repeat(256) }, plain);
      const record = { ...entry, seq: Number.MAX_SAFE_INTEGER };
      expect(Buffer.byteLength(JSON.stringify(record))).toBeLessThanOrEqual(JOURNAL_LINE_BYTES);
      expect(journalRecordSchema.safeParse(record).success).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test("a long command says how much of it is missing", () => {
  const { args } = boundedEntry({ ...base, args: Array.from({ length: 2000 }, (_, at) => `word${at}`) }, plain);
  expect(args?.at(-1)).toMatch(/^\[\d+ more words\]$/);
});
