export { runStoreConformance } from "./run-store-conformance.ts";
export type { StoreConformanceOptions, StoreUnderTest } from "./run-store-conformance.ts";
