/**
 * The words that the worker side of a guest engine needs: errors, limits, bounded JSON, the wire form and the engine contract.
 *
 * Who uses it: `worker-host`'s worker and the guest module of each engine. It has no schema library in it, so that a worker
 * stays small and starts fast. Everything here is also exported by the package's main entry.
 *
 * @packageDocumentation
 */

export type * from "./json/json-value.ts";
export * from "./json/bounded-json.ts";
export * from "./errors/error-registry.ts";
export * from "./errors/ambit-error.ts";
export * from "./errors/error-reply.ts";
export * from "./limits/limit-table.ts";
export * from "./limits/limit-name.ts";
export * from "./limits/fixed-limits.ts";
export * from "./wire/json-rpc.ts";
export * from "./time/timer-millis.ts";
export type * from "./policy/permission-policy.ts";
export type * from "./sandbox/guest-engine.ts";
