import type { CollectionDeclaration, PluginManifest } from "../manifest/manifest.ts";
import type { JournalEntry, JournalOutcome, JournalRecord } from "../journal/journal-record.ts";
import type { JsonObject, JsonValue } from "../json/json-value.ts";

/** Whose data it is: one plugin's, within one organisation where the host serves several. */
export interface StoreScope {
  readonly pluginId: string;
  readonly org?: string;
}

/** One file of a bundle. */
export interface BundleFile {
  /** `/`-separated path inside the plugin. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of installed plugins, by digest; written once, never changed. */
export interface BundleStore {
  /** Keeps a bundle; a digest that is there already is left as it is. */
  put(digest: string, files: readonly BundleFile[]): Promise<void>;
  get(digest: string): Promise<readonly BundleFile[] | undefined>;
  delete(digest: string): Promise<void>;
}

/** One installed plugin. */
export interface InstallRecord {
  readonly pluginId: string;
  /** The version that runs. */
  readonly version: string;
  readonly bundleDigest: string;
  readonly manifest: PluginManifest;
  /** A newer version that waits for consent, while this one keeps running. */
  readonly pending?: { readonly version: string; readonly bundleDigest: string; readonly manifest: PluginManifest };
  /** Parked until a person restarts it. */
  readonly parked: boolean;
  /** A person has agreed to it at some time since it was installed, and it was told so. */
  readonly everAgreed?: true;
  /** Milliseconds since 1970. */
  readonly installedAt: number;
}

/** The installed plugins, by id. */
export interface InstallStore {
  get(pluginId: string): Promise<InstallRecord | undefined>;
  /** By ascending plugin id. */
  list(): Promise<readonly InstallRecord[]>;
  put(record: InstallRecord): Promise<void>;
  delete(pluginId: string): Promise<void>;
}

/** What a person agreed to for one plugin. */
export interface GrantRecord {
  readonly pluginId: string;
  readonly publisher: string;
  readonly version: string;
  readonly bundleDigest: string;
  /** Digest of the policy that was shown, after the lines taken away. */
  readonly policyDigest: string;
  /** Keys of the consent lines taken away. */
  readonly removed: readonly string[];
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
}

/** Grants, by plugin id. */
export interface GrantStore {
  get(pluginId: string): Promise<GrantRecord | undefined>;
  put(grant: GrantRecord): Promise<void>;
  delete(pluginId: string): Promise<void>;
}

/** A page of a listing: as many as were asked for, or fewer where they are large together. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Hand it back to go on; absent at the end. */
  readonly cursor?: string;
}

/**
 * The plugins' key-value data. Durable when a write resolves. A key that is not well-formed Unicode is refused with
 * `INVALID_PARAMS`: two of them could become one key in UTF-8.
 */
export interface KvStore {
  get(scope: StoreScope, key: string): Promise<JsonValue | undefined>;
  /**
   * @param quota most bytes of all the scope stores, kv and collections together (keys, document ids and JSON texts in
   *   UTF-8). A write that does not add to what is stored is always taken, so that a lowered quota can be met.
   * @throws AmbitError `LIMIT_EXCEEDED` (`storageBytes`), and nothing is changed.
   */
  set(scope: StoreScope, key: string, value: JsonValue, quota: number): Promise<void>;
  /** Tells whether there was something to delete. */
  delete(scope: StoreScope, key: string): Promise<boolean>;
  /** By ascending key, compared by UTF-8 bytes. The cursor is the last key of the page before. */
  list(scope: StoreScope, query: { readonly prefix: string; readonly limit: number; readonly cursor?: string }): Promise<Page<{ readonly key: string; readonly value: JsonValue }>>;
  /** Bytes the scope stores, as the quota counts them. */
  usedBytes(scope: StoreScope): Promise<number>;
}

/**
 * One bound of a query on a field: equal, null, compared, one of, or starting with. A comparison matches values of its
 * own type alone; null matches a field that is null or absent. The bounds of one comparison are of one type.
 */
export type WhereClause =
  | string
  | number
  | boolean
  | null
  | { readonly gt?: string | number; readonly gte?: string | number; readonly lt?: string | number; readonly lte?: string | number }
  | { readonly in: readonly (string | number)[] }
  | { readonly startsWith: string };

/**
 * A query on declared indexes. Values are ordered: null and absent, false, true, numbers, texts (by UTF-8 bytes, exactly
 * within their first 1024), then lists and objects; where they are equal, by id. Without `orderBy` the order is that of the
 * ids, compared by UTF-8 bytes.
 */
export interface CollectionQuery {
  readonly where?: Readonly<Record<string, WhereClause>>;
  readonly orderBy?: { readonly field: string; readonly direction: "asc" | "desc" };
  readonly limit: number;
  readonly cursor?: string;
}

/** A document with its id. */
export interface CollectionItem {
  readonly id: string;
  readonly data: JsonObject;
}

/** One collection of one scope, with its declaration. */
export interface CollectionRef {
  readonly scope: StoreScope;
  readonly name: string;
  readonly declaration: CollectionDeclaration;
}

/**
 * The plugins' declared collections. Batches are applied whole or not at all; of two items with one id the last counts. A
 * unique index does not compare documents in which one of its fields is null or absent. A declaration may change between
 * two calls: what is stored already is found by the new one, and only later writes are held to its unique indexes.
 */
export interface CollectionStore {
  get(collection: CollectionRef, id: string): Promise<JsonObject | undefined>;
  /** Those that there are, in the order asked for. */
  getMany(collection: CollectionRef, ids: readonly string[]): Promise<readonly CollectionItem[]>;
  /** @throws AmbitError `LIMIT_EXCEEDED` past the quota; `REFUSED` where a unique index is violated. */
  putMany(collection: CollectionRef, items: readonly CollectionItem[], quota: number): Promise<void>;
  /** How many there were to delete. */
  deleteMany(collection: CollectionRef, ids: readonly string[]): Promise<number>;
  /** @throws AmbitError `INVALID_PARAMS` for a field that is not indexed, a malformed bound or a cursor of another query. */
  query(collection: CollectionRef, query: CollectionQuery): Promise<Page<CollectionItem>>;
  count(collection: CollectionRef, where: CollectionQuery["where"]): Promise<number>;
}

/** Which journal records are wanted. */
export interface JournalFilter {
  readonly plugin?: string;
  readonly outcome?: JournalOutcome;
  readonly method?: string;
}

/** The journal's ground: append-only. */
export interface JournalStore {
  /** Appends entries in order; durable when it resolves, with the `seq` of the last one. */
  append(entries: readonly JournalEntry[]): Promise<number>;
  /** Records with `seq` above `after`, ascending, at most `limit`. */
  read(query: { readonly after: number; readonly limit: number; readonly filter?: JournalFilter }): Promise<readonly JournalRecord[]>;
  /** The last `limit` records, ascending. */
  tail(limit: number, filter?: JournalFilter): Promise<readonly JournalRecord[]>;
  /** Drops the oldest records beyond `keepRecords` and all older than `before`; tells how many. `seq` is never reused. */
  prune(bounds: { readonly keepRecords: number; readonly before: number }): Promise<number>;
}

/** A claim on a named thing that runs out by itself when its holder dies. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Leases, so that several hosts on one store, or a restarted one, agree on who holds what. */
export interface LeaseStore {
  /** Takes or renews a lease; undefined where another holder has it and it has not run out. */
  acquire(name: string, holder: string, ttlMs: number, now: number): Promise<Lease | undefined>;
  release(name: string, holder: string): Promise<void>;
  /** Leases that have run out, for clean-up. */
  expired(now: number): Promise<readonly Lease[]>;
}

/** Secrets set by a person for a plugin. */
export interface SecretStore {
  get(scope: StoreScope, name: string): Promise<string | undefined>;
  set(scope: StoreScope, name: string, value: string): Promise<void>;
  delete(scope: StoreScope, name: string): Promise<boolean>;
  /** Names alone, ascending. */
  list(scope: StoreScope): Promise<readonly string[]>;
}

/** A person's settings for plugins, accounts among them. */
export interface SettingsStore {
  get(scope: StoreScope): Promise<PluginSettings>;
  put(scope: StoreScope, settings: PluginSettings): Promise<void>;
}

/** One plugin's settings. */
export interface PluginSettings {
  /** Addresses typed for accounts this plugin serves, such as `https://gitlab.example.dev`. */
  readonly accounts: readonly string[];
  /** Values of the manifest's `config`. */
  readonly config: JsonObject;
}

/** Everything that must outlive the process, in one contract; in memory, in SQLite, or shared between hosts. */
export interface HostStore {
  readonly specificationVersion: 1;
  readonly bundles: BundleStore;
  readonly installs: InstallStore;
  readonly grants: GrantStore;
  readonly kv: KvStore;
  readonly collections: CollectionStore;
  readonly journal: JournalStore;
  readonly leases: LeaseStore;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  /**
   * Deletes all that is kept for a plugin, in every organisation: kv, documents, secrets and settings. What is installed, granted
   * and journaled stays.
   */
  deleteData(pluginId: string): Promise<void>;
  /** Releases the store; what was acknowledged stays. */
  close(): Promise<void>;
}
