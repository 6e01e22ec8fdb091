/** Most bytes of all files of a plugin together. */
export const BUNDLE_BYTES: number = 64 * 1024 * 1024;

/** Most bytes of one file of a plugin. */
export const BUNDLE_FILE_BYTES: number = 32 * 1024 * 1024;

/** Most files of a plugin. */
export const BUNDLE_FILES = 2000;

/** Most folders inside each other. */
export const BUNDLE_DEPTH = 16;
