/**
 * The suites that say what a backend, a sandbox provider or a store lacks.
 *
 * Who uses it: authors of sandbox backends, of sandbox providers and of stores, in their own tests, with whatever test runner they have.
 * What belongs here: the cases of the contracts in `@ambit/api-types`, the fixture plugins they run, and the judge's cases from
 * real bug reports. What does not: anything that a host needs to run.
 *
 * @packageDocumentation
 */

export * from "./store/index.ts";
export * from "./fixture-plugin.ts";
export * from "./sandbox/run-sandbox-conformance.ts";
export * from "./sandbox/conformance-case.ts";
export * from "./sandbox/expect-error.ts";
export * from "./sandbox/host-folder.ts";
export * from "./sandbox/within.ts";
export type * from "./sandbox/stage.ts";
export type * from "./host/recording-gateway.ts";
export { attackCases } from "./groups/attacks.ts";
export { conformanceCases } from "./groups/all-groups.ts";
export { type PathReport, tryPath, workspace } from "./groups/preopens.ts";
export * from "./provider/index.ts";
export { type TarEntry, withType, writeTar } from "./archives/write-tar.ts";
export { writeZip, type ZipEntry } from "./archives/write-zip.ts";
