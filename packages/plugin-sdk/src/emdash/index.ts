/**
 * Runs plugins that were written for EmDash, unchanged.
 *
 * Who uses it: whoever converts or bundles such a plugin; plugins that import from `emdash` get this module in its place.
 * What belongs here: EmDash's form and its `ctx` over Ambit's calls. What does not: reading its manifests, and the application's side of its
 * capabilities (see `examples/emdash-host`).
 *
 * @packageDocumentation
 */

export { adaptEmdashPlugin } from "./adapt-emdash-plugin.ts";
export { describeEmdashPlugin, type EmdashHandlers } from "./describe-emdash-plugin.ts";
export { definePlugin } from "./define-plugin.ts";
export { emdashProbeModule, emdashRunModule } from "./emdash-modules.ts";
export { PluginRouteError } from "./plugin-route-error.ts";
export type * from "./emdash-types.ts";
