import type { CallResult, FileKind } from "@ambit/api-types";
import type { Components, DirectoryEntry, DirectoryHandle } from "@ambit/directory-handles";
import { valueOf } from "./file-refusal.ts";

/** Most names told of one folder. */
const mostEntries = 10_000;

/** The names in a folder by code point. A link is told as `other`: `fs/stat` says where it leads. */
export function listFolder(parent: DirectoryHandle, path: Components): CallResult<"fs/list"> {
  const { entries, truncated } = valueOf(parent.list(path, mostEntries));
  // The order of UTF-8 bytes is the order of code points; that of a JavaScript string's units is not.
  const keyed = entries.map((entry) => ({ entry, key: Buffer.from(entry.name) }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return { entries: keyed.map(({ entry }) => ({ name: entry.name, kind: toldKind(entry.kind) })), truncated };
}

/** The kind as a guest is told it: links, pipes, sockets and devices are all `other`. */
export function toldKind(kind: DirectoryEntry["kind"]): FileKind {
  return kind === "file" || kind === "directory" ? kind : "other";
}
