/**
 * What another engine for `run.js` builds its guests from, so that a plugin finds the same in each: the prelude and the loader of the
 * plugin's modules. Only engines import it.
 *
 * @packageDocumentation
 */

export { preludeSource, streamsSource } from "./generated/prelude-bundle.ts";
export { createModuleLoader, type ModuleLoader } from "./guest/module-loader.ts";
export { ENTRY_MODULE, PRELUDE_MODULE, SDK_MODULE, STREAMS_SCRIPT } from "./guest/module-names.ts";
export { preludeBounds } from "./guest/registry-bounds.ts";
export type { Install, Prelude } from "./prelude/main.ts";
export type { Place } from "./prelude/runner/error-text.ts";
export type { Post } from "./prelude/wire/wire.ts";
