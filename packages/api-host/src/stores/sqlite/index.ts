/**
 * The embedded store, apart from the rest of the package, so that who does not use it loads no SQLite.
 *
 * @packageDocumentation
 */

export { createSqliteStore } from "./create-sqlite-store.ts";
