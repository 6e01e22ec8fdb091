/** `npm run check` and `npm test`: runs the steps and ends with one line, `N passed, N failed`. */
import { closingLine, runSteps } from "./step.ts";
import { allSteps, checks } from "./steps.ts";

const modes = new Map([
  ["check", checks],
  ["test", allSteps],
]);

const steps = modes.get(process.argv[2] ?? "");
if (steps === undefined || process.argv.length > 3) {
  console.error(`usage: node tools/run-checks/main.ts ${[...modes.keys()].join("|")}`);
  process.exit(2);
}
const tally = await runSteps(steps, (line) => console.log(line));
console.log(closingLine(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
