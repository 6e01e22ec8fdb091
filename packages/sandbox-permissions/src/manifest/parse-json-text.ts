import { MESSAGE_DEPTH } from "@ambit/api-types";
import { JsonCursor, JsonSyntaxError } from "./json-cursor.ts";
import type { JsonMember, JsonNode } from "./json-node.ts";

/** A fault in a JSON text. */
export interface JsonFault {
  readonly message: string;
  /** In UTF-16 units from the start. */
  readonly offset: number;
}

/** A text that was read: its root, and faults of keys that did not keep the rest from being read. */
export type JsonText = { readonly root: JsonNode; readonly faults: readonly JsonFault[] } | { readonly root: undefined; readonly faults: readonly JsonFault[] };

/** Strict JSON, or JSON with comments and commas after the last element. */
export type JsonForm = "json" | "jsonc";

/** Keys that plain look-ups would find in every object: whoever reads them by another parser could be led astray. */
const PROTOTYPE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Parses JSON and keeps where everything stands. Keys are compared after their escapes are decoded: of two equal
 * ones other readers take the first or the last, so both are a fault.
 */
export function parseJsonText(text: string, form: JsonForm = "json"): JsonText {
  const reader = new TreeReader(text, form);
  try {
    return { root: reader.document(), faults: reader.faults };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { root: undefined, faults: [...reader.faults, { message: error.message, offset: error.offset }] };
  }
}

class TreeReader {
  readonly faults: JsonFault[] = [];
  readonly #cursor: JsonCursor;

  readonly #form: JsonForm;

  constructor(text: string, form: JsonForm) {
    this.#form = form;
    this.#cursor = new JsonCursor(text, form === "jsonc");
  }

  document(): JsonNode {
    const root = this.#value(0);
    if (this.#cursor.peek() !== "") throw this.#cursor.fault("text after the end of the JSON value");
    return root;
  }

  #value(depth: number): JsonNode {
    const next = this.#cursor.peek();
    const offset = this.#cursor.offset;
    if (depth > MESSAGE_DEPTH) throw this.#cursor.fault(`nested deeper than ${MESSAGE_DEPTH} levels`);
    if (next === "{") return { kind: "object", offset, members: this.#members(depth + 1) };
    if (next === "[") return { kind: "array", offset, items: this.#items(depth + 1) };
    if (next === '"') return { kind: "scalar", offset, value: this.#cursor.string() };
    return { kind: "scalar", offset, value: this.#cursor.scalar() };
  }

  #members(depth: number): ReadonlyMap<string, JsonMember> {
    const members = new Map<string, JsonMember>();
    this.#list("{", "}", () => {
      if (this.#cursor.peek() !== '"') throw this.#cursor.fault("expected a key in double quotes");
      const keyOffset = this.#cursor.offset;
      const key = this.#cursor.string();
      if (members.has(key)) this.faults.push({ message: `the key "${key}" stands here a second time`, offset: keyOffset });
      this.#cursor.expect(":", "after a key");
      const node = this.#value(depth);
      if (PROTOTYPE_KEYS.has(key)) this.faults.push({ message: `the key "${key}" is one that no plugin may use`, offset: keyOffset });
      else members.set(key, { keyOffset, node });
    });
    return members;
  }

  #items(depth: number): readonly JsonNode[] {
    const items: JsonNode[] = [];
    this.#list("[", "]", () => items.push(this.#value(depth)));
    return items;
  }

  #list(open: string, close: string, element: () => void): void {
    this.#cursor.expect(open, "");
    if (this.#cursor.peek() === close) {
      this.#cursor.offset += 1;
      return;
    }
    for (;;) {
      element();
      if (this.#cursor.peek() !== ",") break;
      this.#cursor.offset += 1;
      if (this.#form === "jsonc" && this.#cursor.peek() === close) break;
    }
    this.#cursor.expect(close, `or a comma`);
  }
}
