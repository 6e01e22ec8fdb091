/**
 * A host that starts one confined child and then waits to be killed. Arguments: the child's options as JSON, see {@link DoomedOrder}.
 *
 * @packageDocumentation
 */
import { type ConfinerOptions, createConfiner } from "../confine/confiner.ts";
import { type SpecChanges, shellSpec } from "./confined-rig.ts";

/** What a doomed host is told to do. */
export interface DoomedOrder {
  readonly line: string;
  readonly changes: SpecChanges;
  readonly options: ConfinerOptions;
}

const order = JSON.parse(process.argv[2] ?? "") as DoomedOrder;
const confiner = createConfiner(order.options);
const report = await confiner.describe();
process.stdout.write(`${JSON.stringify({ available: report.available, processes: report.layers.find(({ name }) => name === "processes") })}\n`);
const child = await confiner.start(shellSpec(order.line, order.changes));
child.stdout.pipe(process.stdout);
child.stderr.pipe(process.stderr);
const exit = await child.exited;
process.stdout.write(`${JSON.stringify(exit)}\n`);
confiner.close();
