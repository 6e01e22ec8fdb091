import { nearestWord } from "../manifest/did-you-mean.ts";
import type { JsonNode } from "../manifest/json-node.ts";
import type { IssueList, ManifestPath } from "../manifest/manifest-issue.ts";

/** Where faults and losses of a conversion are kept. */
export interface ConversionNotes {
  readonly issues: IssueList;
  readonly warnings: IssueList;
}

/** A value of another system's manifest with its place. */
export class SourceValue {
  readonly node: JsonNode;
  readonly path: ManifestPath;
  readonly #notes: ConversionNotes;

  constructor(node: JsonNode, path: ManifestPath, notes: ConversionNotes) {
    this.node = node;
    this.path = path;
    this.#notes = notes;
  }

  /** Refuses the manifest on this value. */
  fault(message: string): undefined {
    this.#notes.issues.add(this.node.offset, this.path, message);
  }

  /** Says what of this value is not carried over. */
  lost(message: string): undefined {
    this.#notes.warnings.add(this.node.offset, this.path, message);
  }

  /** Tells whether it is a list or an object without anything in it, which loses nothing. */
  get isEmpty(): boolean {
    return (this.node.kind === "array" && this.node.items.length === 0) || (this.node.kind === "object" && this.node.members.size === 0);
  }

  /** Its text; a fault where it is something else. */
  text(): string | undefined {
    return this.node.kind === "scalar" && typeof this.node.value === "string" ? this.node.value : this.fault("must be a text");
  }

  /** Whether it is `true`; a fault where it is neither `true` nor `false`. */
  flag(): boolean | undefined {
    return this.node.kind === "scalar" && typeof this.node.value === "boolean" ? this.node.value : this.fault("must be true or false");
  }

  /** Its number; a fault where it is something else. */
  number(): number | undefined {
    return this.node.kind === "scalar" && typeof this.node.value === "number" ? this.node.value : this.fault("must be a number");
  }

  /** Its items; none, and a fault, where it is no list. */
  items(): readonly SourceValue[] {
    if (this.node.kind === "array") return this.node.items.map((item, at) => new SourceValue(item, [...this.path, at], this.#notes));
    this.fault("must be a list");
    return [];
  }

  /** Its members, to be taken one by one; a fault where it is no object. */
  object(): SourceObject | undefined {
    return this.node.kind === "object" ? new SourceObject(this, (node, key) => new SourceValue(node, [...this.path, key], this.#notes)) : this.fault("must be an object");
  }
}

/** An object of another system's manifest: what is not taken is told at the end, so that nothing is dropped in silence. */
export class SourceObject {
  readonly value: SourceValue;
  readonly #left: Map<string, SourceValue>;
  readonly #known = new Set<string>();

  constructor(value: SourceValue, member: (node: JsonNode, key: string) => SourceValue) {
    this.value = value;
    const members = value.node.kind === "object" ? [...value.node.members] : [];
    this.#left = new Map(members.map(([key, { node }]) => [key, member(node, key)]));
  }

  /** The member of a key, which counts as dealt with; undefined where there is none. */
  take(key: string): SourceValue | undefined {
    const found = this.#left.get(key);
    this.#left.delete(key);
    this.#known.add(key);
    return found;
  }

  /** Takes members that have no counterpart, and says so of each that is there. */
  lose(keys: readonly string[], message: string): void {
    for (const key of keys) {
      const value = this.take(key);
      if (value !== undefined && !value.isEmpty) value.lost(message);
    }
  }

  /** Takes whatever is left. */
  takeRest(): readonly (readonly [string, SourceValue])[] {
    const rest = [...this.#left];
    this.#left.clear();
    return rest;
  }

  /** Ends the reading where the other system knows no further keys. */
  refuseRest(): void {
    for (const [key, value] of this.takeRest()) {
      const near = nearestWord(key, [...this.#known]);
      value.fault(`"${key}" is not known here${near === undefined ? "" : `: did you mean "${near}"?`}`);
    }
  }

  /** Ends the reading where the other system passes over keys that it does not know. */
  loseRest(): void {
    for (const [key, value] of this.takeRest()) if (!value.isEmpty) value.lost(`"${key}" is not carried over: Ambit has nothing like it`);
  }
}
