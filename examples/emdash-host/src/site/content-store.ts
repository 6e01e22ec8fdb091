import { randomUUID } from "node:crypto";
import { AmbitError, type JsonObject, type JsonValue } from "@ambit/api-types";
import type { ContentItem, ListPage } from "../shapes.ts";
import { listPage } from "./list-page.ts";

/** Which entries are listed, and how. */
export interface ContentQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly orderBy?: Readonly<Record<string, "asc" | "desc">>;
  readonly where?: { readonly status?: string; readonly locale?: string };
}

/** Fields of an entry that are its own and no part of `data`. */
const OWN_FIELDS = ["slug", "status", "locale"] as const;

/** The entries of a site, by collection, in memory. */
export class ContentStore {
  readonly #collections = new Map<string, Map<string, ContentItem>>();

  get(collection: string, id: string): ContentItem | null {
    return this.#collections.get(collection)?.get(id) ?? null;
  }

  list(collection: string, query: ContentQuery = {}): ListPage<ContentItem> {
    const { where = {} } = query;
    const all = [...(this.#collections.get(collection)?.values() ?? [])];
    const found = all.filter(({ status, locale }) => (where.status ?? status) === status && (where.locale ?? locale) === locale);
    const [order] = Object.entries(query.orderBy ?? { createdAt: "desc" });
    if (order !== undefined) found.sort((a, b) => (order[1] === "asc" ? 1 : -1) * compared(fieldOf(a, order[0]), fieldOf(b, order[0])));
    return listPage(found, query);
  }

  create(collection: string, data: JsonObject, { locale = "en" }: { readonly locale?: string } = {}): ContentItem {
    const now = new Date().toISOString();
    const blank: ContentItem = { id: randomUUID(), type: collection, slug: null, status: "draft", locale, data: {}, createdAt: now, updatedAt: now, publishedAt: null };
    return this.#put(collection, written(blank, data));
  }

  /** @throws AmbitError `REFUSED` where there is no such entry. */
  update(collection: string, id: string, data: JsonObject): ContentItem {
    const old = this.get(collection, id);
    if (old === null) throw new AmbitError("REFUSED", "Content not found.", { httpStatus: 404 });
    return this.#put(collection, { ...written(old, data), updatedAt: new Date().toISOString() });
  }

  /** Tells whether there was one. */
  delete(collection: string, id: string): boolean {
    return this.#collections.get(collection)?.delete(id) ?? false;
  }

  /** Does several things to a collection, all of them or none. */
  whole<Result>(collection: string, work: () => Result): Result {
    const before = new Map(this.#collections.get(collection));
    try {
      return work();
    } catch (error) {
      this.#collections.set(collection, before);
      throw error;
    }
  }

  #put(collection: string, item: ContentItem): ContentItem {
    const items = this.#collections.get(collection) ?? new Map<string, ContentItem>();
    this.#collections.set(collection, items.set(item.id, item));
    return item;
  }
}

function written(old: ContentItem, data: JsonObject): ContentItem {
  const own = Object.fromEntries(OWN_FIELDS.flatMap((name) => (typeof data[name] === "string" ? [[name, data[name]]] : [])));
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => !OWN_FIELDS.some((field) => field === name) && name !== "id"));
  const item: ContentItem = { ...old, ...own, data: { ...old.data, ...rest } };
  return item.status === "published" && item.publishedAt === null ? { ...item, publishedAt: new Date().toISOString() } : item;
}

function fieldOf(item: ContentItem, name: string): JsonValue {
  const fields: JsonObject = { ...item.data, ...(item as unknown as JsonObject) };
  return Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
}

function compared(a: JsonValue, b: JsonValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [first, second] = [String(a), String(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}
