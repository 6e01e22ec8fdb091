import type { JsonValue } from "@ambit/api-types";
import type { JsonMember, JsonNode } from "../manifest/json-node.ts";

/** A node of a manifest that is made from another one: a plain value that stands at a place of the other's text. */
export function makeNode(value: JsonValue, offset: number): JsonNode {
  if (Array.isArray(value)) return { kind: "array", offset, items: value.map((item: JsonValue) => makeNode(item, offset)) };
  if (typeof value !== "object" || value === null) return { kind: "scalar", offset, value: value as string | number | boolean | null };
  return makeObject(Object.entries(value).map(([key, inner]) => [key, makeNode(inner as JsonValue, offset)]), offset);
}

/** An object of nodes that each have their own place. */
export function makeObject(entries: readonly (readonly [string, JsonNode])[], offset: number): JsonNode {
  const members = new Map<string, JsonMember>(entries.map(([key, node]) => [key, { keyOffset: node.offset, node }]));
  return { kind: "object", offset, members };
}

/** A list of nodes that each have their own place. */
export function makeList(items: readonly JsonNode[], offset: number): JsonNode {
  return { kind: "array", offset, items };
}
