import type { DirectoryReader } from "@ambit/directory-handles";
import { typeOfKind } from "./descriptor-stat.ts";
import { valueOf } from "./filesystem-error.ts";
import type { OpenHandles } from "./open-handles.ts";

/** `wasi:filesystem/types.directory-entry-stream`: the names of a directory, one by one. */
export class DirectoryEntryStream implements Disposable {
  readonly #handles: OpenHandles;
  readonly #reader: DirectoryReader;

  constructor(handles: OpenHandles, reader: DirectoryReader) {
    this.#handles = handles;
    this.#reader = reader;
    handles.add(this);
  }

  readDirectoryEntry(): { readonly type: string; readonly name: string } | undefined {
    const entry = valueOf(this.#reader.next());
    return entry === undefined ? undefined : { type: typeOfKind[entry.kind], name: entry.name };
  }

  [Symbol.dispose](): void {
    this.#handles.delete(this);
    this.#reader.close();
  }
}
