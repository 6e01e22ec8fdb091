/** Tries mutated modules, components and messages: `node scripts/fuzz.ts [inputs] [first seed] [--json]`. Prints what they came to; fails where one did harm. */
import { setTimeout as pause } from "node:timers/promises";
import { runFuzz } from "../src/testing/fuzz/run-fuzz.ts";
import { openDescriptors } from "../src/testing/scratch-folder.ts";

const json = process.argv.includes("--json");
const [inputs = 100_000, firstSeed = 1] = process.argv.slice(2).filter((word) => word !== "--json").map(Number);
// What a process opens for good at its first sandbox is no leak.
await runFuzz({ inputs: 100, firstSeed, lanes: 2 });
const descriptors = openDescriptors();
const memory = process.memoryUsage.rss();
const ends = new Map<string, number>();
const begin = performance.now();
const seconds = (): number => Math.round((performance.now() - begin) / 1000);
let faults = 0;
let tried = 0;
let reported = 0;
await runFuzz({
  inputs, firstSeed, lanes: 2,
  onBatch(_next, outcomes) {
    for (const { kind, end, seed, fault } of outcomes) {
      ends.set(`${kind} ${end}`, (ends.get(`${kind} ${end}`) ?? 0) + 1);
      if (fault !== undefined) process.stderr.write(`fault ${++faults}: ${kind} of seed ${seed}: ${fault instanceof Error ? fault.stack : String(fault)}\n`);
    }
    tried += outcomes.length;
    if (tried - reported < 5000) return;
    reported = tried;
    process.stderr.write(`${tried} after ${seconds()} s, ${Math.round(process.memoryUsage.rss() / 1e6)} MB\n`);
  },
});
// The system lists what a thread held a moment longer than it lives.
for (let tries = 0; tries < 100 && openDescriptors() > descriptors; tries++) await pause(100);
const result = { inputs, tried, faults, descriptors: openDescriptors() - descriptors, megabytes: Math.round((process.memoryUsage.rss() - memory) / 1e6), seconds: seconds(), ends: Object.fromEntries([...ends].toSorted((a, b) => b[1] - a[1])) };
if (json) console.log(JSON.stringify(result));
else console.log(result);
process.exitCode = faults === 0 && result.descriptors <= 0 ? 0 : 1;
