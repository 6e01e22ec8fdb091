/**
 * The conformance suite for backends that run WASI modules.
 *
 * Who uses it: authors of such backends, in their own tests. It needs `@ambit/conformance-suite` beside it.
 * What belongs here: what only a module with descriptors can try. What does not: what every backend must do, which is in the suite.
 *
 * @packageDocumentation
 */

export { runWasmSandboxConformance, wasiCases } from "./run-wasm-conformance.ts";
