/** One value of a JSON text with the place it has there. Offsets count UTF-16 units from the start of the text. */
export type JsonNode =
  | { readonly kind: "object"; readonly offset: number; readonly members: ReadonlyMap<string, JsonMember> }
  | { readonly kind: "array"; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "scalar"; readonly offset: number; readonly value: string | number | boolean | null };

/** One member of an object. */
export interface JsonMember {
  /** Where its key begins. */
  readonly keyOffset: number;
  readonly node: JsonNode;
}

/** The plain value of a node. Keys that every object has never get this far. */
export function nodeValue(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(nodeValue);
  return Object.fromEntries([...node.members].map(([key, member]) => [key, nodeValue(member.node)]));
}

/** The member of an object by its key; undefined for other nodes. */
export function memberOf(node: JsonNode | undefined, key: string): JsonMember | undefined {
  return node?.kind === "object" ? node.members.get(key) : undefined;
}

/** The items of an array; none for other nodes. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === "array" ? node.items : [];
}

/** The text of a string node. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "scalar" && typeof node.value === "string" ? node.value : undefined;
}
