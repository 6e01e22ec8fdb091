/** Version of the tables below; kept in the file as `user_version`. */
export const SCHEMA_VERSION: number = 1;

/**
 * The tables. `scope` is the text of a {@link StoreScope}; names and ids that come from guests are BLOBs of UTF-8, which
 * SQLite compares byte by byte and in which a NUL is a character like any other.
 */
export const schema: string = `
CREATE TABLE bundle (digest TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE bundle_file (digest TEXT NOT NULL, path TEXT NOT NULL, bytes BLOB NOT NULL, UNIQUE (digest, path));
CREATE TABLE install (plugin_id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE consent (plugin_id TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE usage (scope TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE kv (scope TEXT NOT NULL, key BLOB NOT NULL, value TEXT NOT NULL, PRIMARY KEY (scope, key)) WITHOUT ROWID;
CREATE TABLE collection (id INTEGER PRIMARY KEY, scope TEXT NOT NULL, name TEXT NOT NULL, declaration TEXT NOT NULL, UNIQUE (scope, name));
CREATE TABLE document (collection INTEGER NOT NULL, id BLOB NOT NULL, data TEXT NOT NULL, PRIMARY KEY (collection, id)) WITHOUT ROWID;
CREATE TABLE document_key (
  collection INTEGER NOT NULL, name TEXT NOT NULL, key BLOB NOT NULL, id BLOB NOT NULL,
  PRIMARY KEY (collection, name, key, id)
) WITHOUT ROWID;
CREATE INDEX document_key_by_id ON document_key (collection, id, name);
CREATE TABLE journal (seq INTEGER PRIMARY KEY AUTOINCREMENT, time REAL NOT NULL, entry TEXT NOT NULL);
CREATE TABLE lease (name TEXT PRIMARY KEY, holder TEXT NOT NULL, expires_at REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE secret (scope TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (scope, name)) WITHOUT ROWID;
CREATE TABLE settings (scope TEXT PRIMARY KEY, settings TEXT NOT NULL) WITHOUT ROWID;
PRAGMA user_version = ${SCHEMA_VERSION};
`;
