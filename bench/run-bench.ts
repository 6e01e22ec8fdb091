/**
 * Runs the workloads of `workloads/`, one file each, and says how each figure stands to its target.
 *
 * @packageDocumentation
 */

import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { formatResult } from "./report/format-result.ts";
import type { Workload, WorkloadResult } from "./measure/workload.ts";

const folder = new URL("./workloads/", import.meta.url);
const known = readdirSync(folder)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: "boolean", default: false } } });
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No workload ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
  process.exit(2);
}

const results: (WorkloadResult & { readonly workload: string })[] = [];
for (const name of positionals.length > 0 ? positionals : known) {
  const { workload } = (await import(new URL(`${name}.ts`, folder).href)) as { readonly workload: Workload };
  process.stderr.write(`${name}: ${workload.summary}\n`);
  const result = await workload.run((text) => process.stderr.write(`  ${text}\n`));
  results.push({ workload: name, ...result });
  if (!values.json) console.log(formatResult(name, result));
}
if (values.json) console.log(JSON.stringify({ node: process.version, results }, null, 2));
