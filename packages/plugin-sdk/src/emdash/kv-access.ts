import type { JsonValue } from "@ambit/api-types";
import type { PluginContext } from "../context/plugin-context.ts";
import type { EmdashKv } from "./emdash-types.ts";

/** Entries that are asked for at a time. */
const PAGE = 1000;

/** `ctx.kv` over `kv/*`. */
export function kvAccess({ kv }: PluginContext): EmdashKv {
  return {
    // What a value is, its plugin knows: it has stored it.
    get: async <Value>(key: string) => (await kv.get({ key })).value as Value | null,
    set: async (key, value) => {
      await kv.set({ key, value: value === undefined ? null : (value as JsonValue) });
    },
    delete: async (key) => (await kv.delete({ key })).deleted,
    list: async (prefix = "") => {
      const all: { readonly key: string; readonly value: JsonValue }[] = [];
      let cursor: string | undefined;
      do {
        const page = await kv.list({ prefix, limit: PAGE, ...(cursor !== undefined && { cursor }) });
        all.push(...page.entries);
        cursor = page.cursor;
      } while (cursor !== undefined);
      return all;
    },
  };
}
