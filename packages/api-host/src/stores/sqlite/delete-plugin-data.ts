import { orgScopesOf, scopeKey } from "../scope-key.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";

const inScope = "(scope = ?1 OR substr(scope, 1, length(?2)) = ?2)";
const itsDocuments = `collection IN (SELECT id FROM collection WHERE ${inScope})`;

/** In this order: documents are found by their collection. */
const deletions: readonly string[] = [
  `DELETE FROM document_key WHERE ${itsDocuments}`,
  `DELETE FROM document WHERE ${itsDocuments}`,
  ...["collection", "kv", "usage", "secret", "settings"].map((table) => `DELETE FROM ${table} WHERE ${inScope}`),
];

/** Makes the function that deletes all data of a plugin, in every organisation, at once. */
export function pluginDataDeletion(database: SqliteDatabase): (pluginId: string) => Promise<void> {
  const statements = deletions.map((sql) => database.prepare(sql));
  return async (pluginId) => {
    database.transaction(() => {
      for (const statement of statements) statement.run(scopeKey({ pluginId }), orgScopesOf(pluginId));
    });
  };
}
