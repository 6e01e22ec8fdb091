import { type JsonValue } from "@ambit/api-types";
import { decodeManifest } from "../manifest/decode-manifest.ts";
import type { JsonNode } from "../manifest/json-node.ts";
import { IssueList, type ManifestPath } from "../manifest/manifest-issue.ts";
import { type JsonForm, parseJsonText } from "../manifest/parse-json-text.ts";
import { type ManifestReading, readTree } from "../manifest/read-manifest.ts";
import type { HostTerms } from "../policy/host-terms.ts";
import { makeNode, makeObject } from "./make-node.ts";
import { type ConversionNotes, type SourceObject, SourceValue } from "./source-value.ts";

/** What a reader of another system's manifest may know besides its text. */
export interface ForeignContext {
  /** Name of the file in issues and warnings. */
  readonly fileName?: string;
  /** Where given, what this host has and allows is checked as well. */
  readonly host?: HostTerms;
  /** The plugin's other files by their paths: some systems leave the version or the code's name to them. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

/** The manifest that a conversion makes: members of `ambit-plugin.json`, each at its place in the other text. */
export class TargetManifest {
  readonly #members = new Map<string, JsonNode>();
  readonly #permissions = new Map<string, JsonNode>();

  /** Puts a node. */
  put(key: string, node: JsonNode): void {
    this.#members.set(key, node);
  }

  /** Puts a plain value that stands for a value of the source. */
  set(key: string, value: JsonValue, source: SourceValue): void {
    this.put(key, makeNode(value, source.node.offset));
  }

  /** Tells whether a member is there. */
  has(key: string): boolean {
    return this.#members.has(key);
  }

  /** Puts a section of `permissions`. */
  ask(section: string, node: JsonNode): void {
    this.#permissions.set(section, node);
  }

  /** The whole. */
  node(offset: number): JsonNode {
    const permissions = makeObject([...this.#permissions], offset);
    return makeObject([...this.#members, ...(this.#permissions.size === 0 ? [] : [["permissions", permissions] as const])], offset);
  }
}

/** Carries over what it can, and notes the rest. */
export type Convert = (source: SourceObject, target: TargetManifest, context: ForeignContext) => void;

/** Reads another system's manifest by a conversion: the result is checked like a manifest of our own, with places in the other text. */
export function readForeign(text: Uint8Array | string, fileName: string, form: JsonForm, context: ForeignContext, convert: Convert): ManifestReading {
  const file = context.fileName ?? fileName;
  const decoded = decodeManifest(text);
  if (!decoded.ok) return { ok: false, issues: [{ file, line: 1, column: 1, path: "", message: decoded.message }] };
  const { root, faults } = parseJsonText(decoded.text, form);
  const paths = new Map<number, ManifestPath>();
  if (root !== undefined) collectPaths(root, [], paths);
  const notes: ConversionNotes = { issues: new IssueList(file, decoded.text, paths), warnings: new IssueList(file, decoded.text, paths) };
  for (const fault of faults) notes.issues.add(fault.offset, [], fault.message);
  const source = root === undefined ? undefined : new SourceValue(root, [], notes).object();
  if (source === undefined) return { ok: false, issues: notes.issues.list() };
  const target = new TargetManifest();
  target.put("api", makeNode(1, source.value.node.offset));
  convert(source, target, context);
  return readTree({ root: target.node(source.value.node.offset), ...notes, host: context.host });
}

function collectPaths(node: JsonNode, path: ManifestPath, into: Map<number, ManifestPath>): void {
  if (path.length > 0) into.set(node.offset, path);
  if (node.kind === "array") node.items.forEach((item, at) => collectPaths(item, [...path, at], into));
  if (node.kind === "object") for (const [key, { node: inner }] of node.members) collectPaths(inner, [...path, key], into);
}
