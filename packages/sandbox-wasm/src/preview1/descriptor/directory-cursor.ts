import type { DirectoryEntry, DirectoryHandle, DirectoryReader, Outcome } from "@ambit/directory-handles";

const self: DirectoryEntry = { name: ".", kind: "directory" };
const parent: DirectoryEntry = { name: "..", kind: "directory" };
const end: Outcome<undefined> = { ok: true, value: undefined };

/**
 * Reads a directory forward by index, one name at a time, so that a directory of any length costs the host one name. Going back
 * starts over, and asking for the first name always does, so that new names are seen; the name asked for last is kept, since a guest asks again for the one that did not fit.
 */
export class DirectoryCursor {
  readonly #directory: DirectoryHandle;
  #reader: DirectoryReader | undefined;
  #nextIndex = 2;
  #last: Outcome<DirectoryEntry | undefined> = end;

  constructor(directory: DirectoryHandle) {
    this.#directory = directory;
  }

  /** The entry at `index` (`.` and `..` are the first two), or undefined past the end. */
  entry(index: number): Outcome<DirectoryEntry | undefined> {
    if (index === 0) this.close();
    if (index < 2) return { ok: true, value: index === 0 ? self : parent };
    if (index < this.#nextIndex - 1) this.close();
    while (this.#nextIndex <= index) {
      const next = this.#read();
      if (!next.ok || next.value === undefined) return next;
      this.#last = next;
      this.#nextIndex += 1;
    }
    return this.#last;
  }

  /** Starts over. */
  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#nextIndex = 2;
    this.#last = end;
  }

  #read(): Outcome<DirectoryEntry | undefined> {
    if (this.#reader === undefined) {
      const opened = this.#directory.read();
      if (!opened.ok) return opened;
      this.#reader = opened.value;
    }
    return this.#reader.next();
  }
}
