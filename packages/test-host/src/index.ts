/**
 * Runs a plugin in a test.
 *
 * Who uses it: authors of plugins, in their tests, and `ambit test`. What belongs here: what a test gives a plugin in the place of
 * the world (a network, folders, a clock), and the plugin host put together for it. What does not: anything of the judge, the
 * sandboxes or the host, which are the real ones.
 *
 * @packageDocumentation
 */

export { createTestHost } from "./host/create-test-host.ts";
export type * from "./host/test-host.ts";
export type { FakeClock } from "./clock/fake-clock.ts";
export type * from "./network/network-handlers.ts";
export { recordNetwork } from "./network/record-network.ts";
export { type RecordedAnswer, recordedNetwork } from "./network/recorded-network.ts";
export type { RootContent } from "./roots/test-roots.ts";
