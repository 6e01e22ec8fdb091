/**
 * What an engine that runs JavaScript plugins builds its guest side from: the same `ctx` and the same errors on every engine.
 * Authors of plugins need nothing of it.
 *
 * @packageDocumentation
 */

export * from "./context/call-contexts.ts";
export * from "./context/create-context.ts";
export * from "./error/create-host-error.ts";
export type { PluginContext } from "./context/plugin-context.ts";
