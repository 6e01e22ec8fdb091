import { inspect } from "node:util";
import { expect, test } from "vitest";
import { SecretBook } from "../secrets/secret-book.ts";
import { reportMasked } from "./report-internal-error.ts";

test("a failure is handed on as it is, unless a secret stands anywhere in it", () => {
  const secrets = new SecretBook();
  secrets.learn("notes", "hunter2-hunter2");
  const told: unknown[] = [];
  const report = reportMasked(secrets, (error) => told.push(error));
  const plain = new Error("the disk is full");
  report(plain);
  expect(told).toEqual([plain]);
  report(new Error("no", { cause: Object.assign(new Error("at hunter2-hunter2"), { sent: { token: "hunter2-hunter2" } }) }));
  expect(inspect(told[1])).toContain("[secret]");
  expect(inspect(told[1])).not.toContain("hunter2");
});
