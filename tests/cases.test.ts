import { describe, expect, it } from "vitest";
import { readCases, readKnownFailures } from "../tools/cases/read-cases.ts";
import { describeResult, isAsExpected, runCases } from "../tools/cases/run-cases.ts";

const folder = new URL("../packages/conformance-suite/cases", import.meta.url).pathname;
const known = readKnownFailures(folder);
const rows = readCases(folder);

describe("cases from real bug reports", () => {
  it("are all there", () => expect(rows.length).toBeGreaterThan(380));

  it("lists as not passing only cases that exist", () => {
    expect([...known.keys()].filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });

  it.each(rows.map((row) => [row.id, row.title, row] as const))("%s %s", async (_id, _title, row) => {
    const [result] = await runCases([row], known);
    expect(result).toBeDefined();
    if (result !== undefined) expect(isAsExpected(result), describeResult(result)).toBe(true);
  });
});
