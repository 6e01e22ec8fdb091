import type { CallResult, FileKind } from "@ambit/api-types";
import type { Components, DirectoryEntry, DirectoryHandle } from "@ambit/directory-handles";
import { valueOf } from "./file-refusal.ts";

/** Most names told of one folder. */
const mostEntries = 10_000;

/** The names in a folder by code point. A link is told as `other`: `fs/stat` says where it leads. */
export function listFolder(parent: DirectoryHandle, path: Components): CallResult<"fs/list"> {
  using folder = valueOf(parent.openDirectory(path));
  const { entries, truncated } = readNames(folder);
  // The order of UTF-8 bytes is the order of code points; that of a JavaScript string's units is not.
  const keyed = entries.map((entry) => ({ entry, key: Buffer.from(entry.name) }));
  keyed.sort((a, b) => Buffer.compare(a.key, b.key));
  return { entries: keyed.map(({ entry }) => ({ name: entry.name, kind: toldKind(entry.kind) })), truncated };
}

function readNames(folder: DirectoryHandle): { entries: DirectoryEntry[]; truncated: boolean } {
  using reader = valueOf(folder.read());
  const entries: DirectoryEntry[] = [];
  for (let entry = valueOf(reader.next()); entry !== undefined; entry = valueOf(reader.next())) {
    if (entries.length === mostEntries) return { entries, truncated: true };
    entries.push(entry);
  }
  return { entries, truncated: false };
}

/** The kind as a guest is told it: links, pipes, sockets and devices are all `other`. */
export function toldKind(kind: DirectoryEntry["kind"]): FileKind {
  return kind === "file" || kind === "directory" ? kind : "other";
}
