import { resolve } from "node:path";
import { readCases } from "./read-cases.ts";
import { describeResult, runCases } from "./run-cases.ts";

// `pnpm cases [folder]`: runs every case of a folder and prints those that do not end as they should.

const folder = resolve(process.argv[2] ?? "packages/conformance-suite/cases");
const results = await runCases(readCases(folder));
const failed = results.filter((result) => !result.passed);

for (const result of failed) console.log(describeResult(result));
console.log(`${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
