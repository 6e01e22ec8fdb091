/** The folder of this package, from its sources as from what is built of them: both stand one level below it. */
export const packageFolder: URL = new URL("../", import.meta.url);
