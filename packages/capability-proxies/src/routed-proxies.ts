/**
 * Proxies whose connections a test leads elsewhere.
 *
 * Who uses it: tests that need a public host and have none. What belongs here: the seam, and nothing a host would run with.
 *
 * @packageDocumentation
 */
export { createRoutedProxies } from "./create-proxies.ts";
export type { Route } from "./connection/route.ts";
