import assert from "node:assert/strict";
import { AmbitError, type ErrorCode, type HostStore, MESSAGE_BYTES, type Page } from "@ambit/api-types";

/** The part of the contract that a case is about. */
export type StoreGroup = "bundles" | "installs" | "grants" | "kv" | "collections" | "journal" | "leases" | "secrets" | "settings" | "deletion";

/** What a case works on. */
export interface StoreContext {
  /** A fresh store. */
  readonly store: HostStore;
  /**
   * Another store on the same ground, as a second or a restarted host has it; the first one stays open. Undefined where the
   * ground dies with the store.
   */
  readonly again?: () => Promise<HostStore>;
}

/** One statement of the contract, tried on a real store. */
export interface StoreCase {
  readonly group: StoreGroup;
  readonly name: string;
  /** Rejects where the store does not keep it. */
  run(context: StoreContext): Promise<void>;
}

/** Ties the cases of one group together. */
export function storeCases(group: StoreGroup, cases: Readonly<Record<string, (context: StoreContext) => Promise<void>>>): readonly StoreCase[] {
  return Object.entries(cases).map(([name, run]) => ({ group, name, run }));
}

/** Asserts that something ends in an error of the registry. */
export async function rejectsWith(code: ErrorCode, work: () => Promise<unknown>): Promise<AmbitError> {
  let thrown: unknown;
  try {
    await work();
  } catch (error) {
    thrown = error;
  }
  assert.ok(AmbitError.isInstance(thrown), `expected ${code}, got ${thrown === undefined ? "success" : String(thrown)}`);
  assert.equal(thrown.code, code);
  return thrown;
}

/** The store that what was acknowledged must be in: another one on the same ground, where there can be one. */
export async function secondStore({ store, again }: StoreContext): Promise<HostStore> {
  return again === undefined ? store : again();
}

/** Most pages that a listing of the suite's few items can have. */
const MOST_PAGES = 200;

/** All items of a listing, page by page; fails on a page that is too long and on pages without end. */
export async function allPages<Item>(limit: number, readPage: (cursor: { readonly cursor?: string }) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await readPage(cursor === undefined ? {} : { cursor });
    assert.ok(page.items.length <= limit, `a page has ${page.items.length} items of at most ${limit}`);
    items.push(...page.items);
    cursor = page.cursor;
    if (cursor === undefined) return items;
  }
  assert.fail(`the listing has no end after ${MOST_PAGES} pages`);
}

/** Asserts that a page can be sent to a guest, and gives it back. */
export function fitsMessage<Item>(page: Page<Item>): Page<Item> {
  const bytes = Buffer.byteLength(JSON.stringify(page));
  assert.ok(bytes < MESSAGE_BYTES, `a page has ${bytes} bytes, and a message at most ${MESSAGE_BYTES}`);
  return page;
}
