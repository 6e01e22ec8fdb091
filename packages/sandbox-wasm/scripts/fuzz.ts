/** Tries mutated modules and messages: `node scripts/fuzz.ts [inputs] [first seed]`. Prints what they came to; fails where one did harm. */
import { setTimeout as pause } from "node:timers/promises";
import { wasmBackend } from "../src/backend/wasm-backend.ts";
import { fuzzOnce } from "../src/testing/fuzz/fuzz-sandbox.ts";
import { openDescriptors } from "../src/testing/scratch-folder.ts";

const inputs = Number(process.argv[2] ?? 100_000);
const first = Number(process.argv[3] ?? 1);
// What a process opens for good at its first sandbox is no leak.
const trial = wasmBackend();
await fuzzOnce(trial, first);
await trial.close();
const descriptors = openDescriptors();
const memory = process.memoryUsage.rss();
const backend = wasmBackend({ warmWorkers: 2 });
const ends = new Map<string, number>();
let faults = 0;
let next = 0;
const begin = performance.now();

async function lane(): Promise<void> {
  while (next < inputs) {
    const outcome = await fuzzOnce(backend, first + ++next);
    ends.set(outcome.end, (ends.get(outcome.end) ?? 0) + 1);
    if (outcome.fault !== undefined) console.log(`fault: seed ${outcome.seed}`, outcome.fault, ++faults);
    if (next % 5000 === 0) console.log(`${next} after ${Math.round((performance.now() - begin) / 1000)} s, ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
  }
}

await Promise.all(Array.from({ length: 4 }, lane));
for (const [end, count] of [...ends].toSorted((a, b) => b[1] - a[1])) console.log(`${String(count).padStart(8)}  ${end}`);
await backend.close();
// The system lists what a thread held a moment longer than it lives.
for (let tries = 0; tries < 100 && openDescriptors() > descriptors; tries++) await pause(100);
const left = openDescriptors() - descriptors;
console.log(`${inputs} inputs, ${faults} faults, ${left} more descriptors, ${Math.round((process.memoryUsage.rss() - memory) / 1e6)} MB more memory, ${Math.round((performance.now() - begin) / 1000)} s`);
process.exitCode = faults === 0 && left <= 0 ? 0 : 1;
