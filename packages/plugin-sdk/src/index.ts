/**
 * What plugin authors import.
 *
 * Who uses it: authors of `run.js` plugins, in an editor and, if they bundle, in their bundle; inside the JavaScript sandbox
 * `import ... from "@ambit/plugin-sdk"` works without a bundler. `include/ambit.h` beside it is for authors of C plugins.
 * What belongs here: the shape of a plugin, the types of `ctx`, and how to recognise the host's errors. What does not:
 * anything that runs on the host, and the standard interfaces (`fetch`, `console`, timers), which the sandbox has built in.
 *
 * @packageDocumentation
 */

export * from "./plugin/define-plugin.ts";
export type * from "./plugin/hooks.ts";
export * from "./plugin/routes.ts";
export type * from "./plugin/timers.ts";
export type * from "./context/call-types.ts";
export type * from "./context/plugin-context.ts";
export type * from "./context/capability-function.ts";
export * from "./error/host-error.ts";
export type * from "./plugin/manifest-types.ts";
export * from "./plugin/with-params.ts";
