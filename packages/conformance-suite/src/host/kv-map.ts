import type { JsonValue } from "@ambit/api-types";
import type { Service } from "./service.ts";

type KvMethod = "kv/get" | "kv/set" | "kv/delete" | "kv/list";

/** The `kv/*` calls over a map. */
export function kvServices(kv: Map<string, JsonValue>): Readonly<Record<KvMethod, Service>> {
  return {
    "kv/get": ({ key }) => ({ found: kv.has(String(key)), value: kv.get(String(key)) ?? null }),
    "kv/set": ({ key, value }) => {
      kv.set(String(key), value ?? null);
      return {};
    },
    "kv/delete": ({ key }) => ({ deleted: kv.delete(String(key)) }),
    "kv/list": ({ prefix, limit, cursor }) => {
      const after = typeof cursor === "string" ? cursor : "";
      const keys = [...kv.keys()].filter((key) => key.startsWith(String(prefix ?? "")) && key > after).toSorted();
      const shown = keys.slice(0, Number(limit ?? 100));
      const entries = shown.map((key) => ({ key, value: kv.get(key) ?? null }));
      const last = shown.at(-1);
      return { entries, ...(shown.length < keys.length && last !== undefined && { cursor: last }) };
    },
  };
}
