import { resolve } from "node:path";
import { readCases, readKnownFailures } from "./read-cases.ts";
import { describeResult, isAsExpected, runCases } from "./run-cases.ts";

// `pnpm cases [folder]`: runs every case of a folder and prints those that do not end as they should.

const folder = resolve(process.argv[2] ?? "packages/conformance-suite/cases");
const known = readKnownFailures(folder);
const rows = readCases(folder);
const results = await runCases(rows, known);
const stale = [...known.keys()].filter((id) => !rows.some((row) => row.id === id));
const wrong = results.filter((result) => !isAsExpected(result));

for (const result of wrong) console.log(describeResult(result));
for (const id of stale) console.log(`${id} is listed in known-failures.txt, but there is no such case`);
const listed = results.filter((result) => !result.passed && result.known !== undefined).length;
if (listed > 0) console.log(`${listed} more are listed in known-failures.txt as not passing yet`);
const failed = wrong.length + stale.length;
console.log(`${results.filter((result) => result.passed && isAsExpected(result)).length} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
