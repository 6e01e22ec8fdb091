import type { ListPage } from "../shapes.ts";

/** Items of a page where nothing is said, and at most. */
const USUAL_LIMIT = 50;
const MOST_ITEMS = 100;

/** A page of a list: from after the item that the cursor names, `limit` of them, brought between 1 and 100. */
export function listPage<Item extends { readonly id: string }>(items: readonly Item[], { limit = USUAL_LIMIT, cursor }: { readonly limit?: number; readonly cursor?: string }): ListPage<Item> {
  const start = cursor === undefined ? 0 : items.findIndex(({ id }) => id === cursor) + 1;
  const page = items.slice(start, start + Math.min(Math.max(Math.floor(limit), 1), MOST_ITEMS));
  const last = page.at(-1);
  const hasMore = start + page.length < items.length;
  return { items: page, hasMore, ...(hasMore && last !== undefined && { cursor: last.id }) };
}
