import type { FilePermission, JsonObject } from "@ambit/api-types";
import { fileLineKey } from "../policy/line-keys.ts";
import { parseFileEntry } from "../policy/file-rule.ts";
import type { JsonNode } from "../manifest/json-node.ts";
import type { ForeignContext, TargetManifest } from "./foreign-reading.ts";
import { makeList, makeNode } from "./make-node.ts";
import type { SourceValue } from "./source-value.ts";

/** Collects entries of `permissions.files`, one for each place. */
export class FileEntries {
  readonly #entries = new Map<string, { readonly entry: FilePermission; readonly node: JsonNode }>();
  readonly #context: ForeignContext;

  constructor(context: ForeignContext) {
    this.#context = context;
  }

  /** Adds an entry that stands for a value of the source; one that is refused here is left out, and said. A root that a host lacks is the host's to say. */
  add(entry: FilePermission, source: SourceValue): void {
    const withHost = parseFileEntry(entry, this.#context.host);
    const read = withHost.ok || !withHost.unknownRoot ? withHost : parseFileEntry(entry);
    if (!read.ok) return source.lost(`${read.message}: it is left out`);
    const place = fileLineKey({ ...read.rule, access: "read" });
    if (this.#entries.get(place)?.entry.access === "write") return;
    this.#entries.set(place, { entry, node: makeNode(entry as unknown as JsonObject, source.node.offset) });
  }

  /** Asks for what was added. */
  put(target: TargetManifest, offset: number): void {
    if (this.#entries.size > 0) target.ask("files", makeList([...this.#entries.values()].map(({ node }) => node), offset));
  }
}
