import type { JsonNode } from "./json-node.ts";
import { positionsOf } from "./text-position.ts";

/** One fault of a manifest, or one warning. */
export interface ManifestIssue {
  /** Name of the file as the caller gave it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** Where it is in the manifest, such as `permissions.network[2]`; empty for the whole. */
  readonly path: string;
  /** A phrase or sentence that says what is wrong and what to write instead. */
  readonly message: string;
}

/** Most issues that are told at once. */
export const MOST_ISSUES = 50;

/** Most issues that are looked at to find those: a manifest can have more faults than are worth a thought. */
const MOST_KEPT = 1000;

/** A path into a manifest: keys and indexes. */
export type ManifestPath = readonly (string | number)[];

/** Collects issues of one text, each at its place. */
export class IssueList {
  readonly #file: string;
  readonly #position: ReturnType<typeof positionsOf>;
  readonly #issues: { readonly offset: number; readonly path: ManifestPath; readonly message: string }[] = [];
  readonly #sourcePaths: ReadonlyMap<number, ManifestPath> | undefined;

  /** `sourcePaths`: where the checked tree was made of another one, the paths in that one by the offsets that both share. */
  constructor(file: string, text: string, sourcePaths?: ReadonlyMap<number, ManifestPath>) {
    this.#file = file;
    this.#sourcePaths = sourcePaths;
    this.#position = positionsOf(text);
  }

  /** Adds an issue at an offset of the text. */
  add(offset: number, path: ManifestPath, message: string): void {
    if (!this.isFull) this.#issues.push({ offset, path: this.#sourcePaths?.get(offset) ?? path, message });
  }

  /** Adds an issue where a path leads in the parsed text, or as far as it leads there. `atKey`: at the key, not the value. */
  addAt(root: JsonNode, path: ManifestPath, message: string, atKey: boolean = false): void {
    this.add(offsetOf(root, path, atKey), path, message);
  }

  /** Tells whether there is one. */
  get isEmpty(): boolean {
    return this.#issues.length === 0;
  }

  /** Tells whether further ones would be dropped. */
  get isFull(): boolean {
    return this.#issues.length >= MOST_KEPT;
  }

  /** The issues in the order of the text, each once, 50 at most. */
  list(): readonly ManifestIssue[] {
    const sorted = this.#issues.toSorted((a, b) => a.offset - b.offset);
    const issues = sorted.map(({ offset, path, message }) => ({ file: this.#file, ...this.#position(offset), path: pathText(path), message }));
    const once = new Map(issues.map((issue) => [JSON.stringify(issue), issue]));
    return [...once.values()].slice(0, MOST_ISSUES);
  }
}

/** A path as people write it, such as `permissions.network[2]`. */
function pathText(path: ManifestPath): string {
  return path.map((part, at) => (typeof part === "number" ? `[${part}]` : at === 0 ? part : `.${part}`)).join("");
}

function offsetOf(root: JsonNode, path: ManifestPath, atKey: boolean): number {
  let node = root;
  let offset = root.offset;
  for (const part of path) {
    const member = node.kind === "object" && typeof part === "string" ? node.members.get(part) : undefined;
    const next = member?.node ?? (node.kind === "array" && typeof part === "number" ? node.items[part] : undefined);
    if (next === undefined) return offset;
    node = next;
    offset = atKey && member !== undefined ? member.keyOffset : next.offset;
  }
  return offset;
}
