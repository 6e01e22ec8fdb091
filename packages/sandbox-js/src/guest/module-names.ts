/** Name of the prelude as a module: what its stack frames show, and what alone may import {@link ENTRY_MODULE}. */
export const PRELUDE_MODULE = "ambit:prelude";

/** Name of the standard streams as a script: what their stack frames show. */
export const STREAMS_SCRIPT = "ambit:streams";

/** What the prelude imports to load the plugin. */
export const ENTRY_MODULE = "ambit:entry";

/** What authors of plugins import. */
export const SDK_MODULE = "@ambit/plugin-sdk";

/** What runs plugins in EmDash's form; they import it as `emdash`. */
export const EMDASH_MODULE = "@ambit/plugin-sdk/emdash";

/** What runs plugins in Escouade's form. */
export const ESCOUADE_MODULE = "@ambit/plugin-sdk/escouade";
