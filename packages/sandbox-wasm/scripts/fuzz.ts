/** Tries mutated modules and messages: `node scripts/fuzz.ts [inputs] [first seed]`. Prints what they came to; fails where one did harm. */
import { wasmBackend } from "../src/backend/wasm-backend.ts";
import { fuzzOnce } from "../src/testing/fuzz/fuzz-sandbox.ts";
import { openDescriptors } from "../src/testing/scratch-folder.ts";

const inputs = Number(process.argv[2] ?? 100_000);
const first = Number(process.argv[3] ?? 1);
const backend = wasmBackend({ warmWorkers: 2 });
const ends = new Map<string, number>();
let faults = 0;
let next = 0;
const begin = performance.now();
await fuzzOnce(backend, first);
const descriptors = openDescriptors();
const memory = process.memoryUsage.rss();

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
console.log(`${inputs} inputs, ${faults} faults, ${openDescriptors() - descriptors} more descriptors, ${Math.round((process.memoryUsage.rss() - memory) / 1e6)} MB more memory, ${Math.round((performance.now() - begin) / 1000)} s`);
await backend.close();
process.exitCode = faults === 0 ? 0 : 1;
