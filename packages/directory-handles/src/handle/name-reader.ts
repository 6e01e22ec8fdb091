import { opendirSync, type Dir, type Dirent } from "node:fs";
import type { DirectoryEntry, DirectoryListing, DirectoryReader } from "./directory-handle.ts";
import type { FileKind } from "./file-stat.ts";
import { outcomeOf, type Outcome } from "../outcome/outcome.ts";
import { Refusal } from "../outcome/refusal.ts";
import type { OwnedHandle } from "./handle-owner.ts";
import type { SharedRoot } from "./shared-root.ts";

const utf8: TextDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads the names of a directory one by one, leaving out those that are fenced or no valid UTF-8. */
export class NameReader implements DirectoryReader, OwnedHandle {
  slot = -1;
  readonly #root: SharedRoot;
  readonly #names: readonly string[];
  readonly #isThere: ((name: string) => boolean) | undefined;
  #directory: Dir | undefined;

  /**
   * @param path Where the system finds the directory; `names` lead to it from the root.
   * @param isThere Asked for each name where `path` may have come to mean another directory meanwhile.
   */
  constructor(root: SharedRoot, path: string, names: readonly string[], isThere?: (name: string) => boolean) {
    root.owner.checkRoom();
    this.#root = root;
    this.#names = names;
    this.#isThere = isThere;
    // Names come as bytes, since one that is no valid UTF-8 must be seen as such; the type of the option does not know that.
    root.owner.add(this);
    try {
      this.#directory = opendirSync(path, { encoding: "buffer" as BufferEncoding });
    } catch (thrown) {
      root.owner.remove(this);
      throw thrown;
    }
  }

  /** All that is left, up to `maxEntries`. */
  all(maxEntries: number): DirectoryListing {
    const entries: DirectoryEntry[] = [];
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) {
      if (entries.length >= maxEntries) return { entries, truncated: true };
      entries.push(entry);
    }
    return { entries, truncated: false };
  }

  next(): Outcome<DirectoryEntry | undefined> {
    return outcomeOf(() => this.#next());
  }

  close(): void {
    this.#directory?.closeSync();
    this.#directory = undefined;
    this.#root.owner.remove(this);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #next(): DirectoryEntry | undefined {
    if (this.#directory === undefined) throw new Refusal("closed");
    for (;;) {
      const entry: Dirent | null = this.#directory.readSync();
      if (entry === null) return undefined;
      const name = decode(entry.name);
      if (name !== undefined && this.#mayBeTold(name)) return { name, kind: kindOfEntry(entry) };
    }
  }

  #mayBeTold(name: string): boolean {
    if (this.#root.guard?.isFenced(this.#names, name)) return false;
    return this.#isThere === undefined || this.#isThere(name);
  }
}

function decode(name: string | Uint8Array): string | undefined {
  if (typeof name === "string") return name;
  try {
    return utf8.decode(name);
  } catch {
    return undefined;
  }
}

function kindOfEntry(entry: Dirent): FileKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO()) return "fifo";
  if (entry.isSocket()) return "socket";
  return entry.isBlockDevice() ? "block-device" : "character-device";
}
