/**
 * Runs the preview1 modules of the public WASI test suite (WebAssembly/wasi-testsuite, branch `prod/testsuite-base`) through the real
 * worker and policy: `pnpm wasi-testsuite <folder>`. Names each module that fails; ends with `N passed, N failed`.
 */
import { wasmBackend } from "@ambit/sandbox-wasm";
import { readTests } from "./read-tests.ts";
import { runTest } from "./run-test.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("Usage: pnpm wasi-testsuite <folder of WebAssembly/wasi-testsuite>\n");
  process.exit(2);
}
const tests = readTests(folder);
if (tests.length === 0) {
  process.stderr.write(`No preview1 modules are below ${folder}: check out the branch prod/testsuite-base.\n`);
  process.exit(2);
}
const backend = wasmBackend();
let failed = 0;
for (const test of tests) {
  const problem = await runTest(backend, test);
  if (problem === undefined) continue;
  failed++;
  process.stdout.write(`failed: ${test.name}: ${problem}\n`);
}
await backend.close();
process.stdout.write(`${tests.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
