import { expect, test } from "vitest";
import { journalRecordJsonSchema } from "./journal-json-schema.ts";
import { journalRecordSchema } from "./journal-record.ts";

const record = { seq: 1, time: 1_760_000_000_000, plugin: "link-check", version: "1.0.0", instance: "i-1", backend: "js", method: "net/fetch", target: "api.example.dev", outcome: "refused", code: "PERMISSION_DENIED", ms: 0.4 };

test("a record of a call is valid, with and without what is optional", () => {
  expect(journalRecordSchema.safeParse(record).success).toBe(true);
  expect(journalRecordSchema.safeParse({ ...record, org: "a", bytesIn: 1, bytesOut: 2, args: ["git", "log"], note: "judged by name only" }).success).toBe(true);
});

test.each([
  ["a path", { path: "/a" }],
  ["a query", { query: "q=1" }],
  ["headers", { headers: [] }],
  ["a number of no record", { seq: 0 }],
  ["an unknown outcome", { outcome: "maybe" }],
  ["an unknown code", { code: "NO_SUCH_CODE" }],
  ["a note in free words", { note: "see /home" }],
  ["a time that runs backwards", { ms: -1 }],
])("a record with %s is refused", (_what, change) => {
  expect(journalRecordSchema.safeParse({ ...record, ...change }).success).toBe(false);
});

test("the published schema is closed too", () => {
  expect(journalRecordJsonSchema()).toMatchObject({ type: "object", additionalProperties: false, title: "Ambit journal record" });
});
