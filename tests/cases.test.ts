import { describe, expect, it } from "vitest";
import { readCases } from "../tools/cases/read-cases.ts";
import { describeResult, runCases } from "../tools/cases/run-cases.ts";

const rows = readCases(new URL("../packages/conformance-suite/cases", import.meta.url).pathname);

describe("cases from real bug reports", () => {
  it("are all there", () => expect(rows.length).toBeGreaterThan(380));

  it.each(rows.map((row) => [row.id, row.title, row] as const))("%s %s", async (_id, _title, row) => {
    const [result] = await runCases([row]);
    expect(result).toBeDefined();
    if (result !== undefined) expect(result.passed, describeResult(result)).toBe(true);
  });
});
