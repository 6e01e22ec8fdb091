/**
 * Puts Ambit together: install, grants, instances, events, journal, stores.
 *
 * Who uses it: host integrators. What belongs here: the composition of policy, proxies, backends and store. What does not: judging
 * (sandbox-permissions), doing what was allowed (capability-proxies), running code (worker-host and the backends).
 *
 * @packageDocumentation
 */

export * from "./host/plugin-host.ts";
