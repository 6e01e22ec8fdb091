/** Name of the prelude as a module: what its stack frames show, and what alone may import {@link ENTRY_MODULE}. */
export const PRELUDE_MODULE = "ambit:prelude";

/** What the prelude imports to load the plugin. */
export const ENTRY_MODULE = "ambit:entry";

/** The one module beside the plugin's own files that plugin code may import. */
export const SDK_MODULE = "@ambit/plugin-sdk";
