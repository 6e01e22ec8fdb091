import { parseNetworkEntry } from "../network/parse-network-entry.ts";
import type { JsonNode } from "../manifest/json-node.ts";
import type { TargetManifest } from "./foreign-reading.ts";
import { makeList, makeNode } from "./make-node.ts";
import type { SourceValue } from "./source-value.ts";

/** Collects entries of `permissions.network`, each once. */
export class NetworkEntries {
  readonly #entries = new Map<string, JsonNode>();

  /** Adds an entry that stands for a value of the source; one that is refused here is left out, and said. */
  add(entry: string, source: SourceValue): boolean {
    const read = parseNetworkEntry(entry);
    if (!read.ok) source.lost(`${JSON.stringify(entry)} ${read.message}: it is left out`);
    else if (!this.#entries.has(entry)) this.#entries.set(entry, makeNode(entry, source.node.offset));
    return read.ok;
  }

  /** Asks for what was added. */
  put(target: TargetManifest, offset: number): void {
    if (this.#entries.size > 0) target.ask("network", makeList([...this.#entries.values()], offset));
  }
}

/**
 * A host of a system whose entries are names and nothing else. What has a meaning of its own here (a port, `tcp:`,
 * `{account}`) has none there: taken as it stands it would open what the other system keeps shut, so it is left out.
 */
export function plainHost(source: SourceValue): string | undefined {
  const text = source.text();
  if (text === undefined) return undefined;
  if (/[:{}/\\@?#\s]/.test(text)) return source.lost(`${JSON.stringify(text)} is not the name of a host alone: it is left out`);
  return text;
}
