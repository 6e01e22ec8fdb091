import { ConstantFile } from "./constant-file.ts";
import { type FilterTerms, confinementFilter } from "./seccomp/confinement-filter.ts";
import type { Architecture } from "./seccomp/syscall-table.ts";
import { guestFiles } from "./system-view.ts";

/** Open descriptors of what one child reads. */
export interface OpenContent {
  readonly filter: number;
  /** One for each of the guest's files, in order. */
  readonly files: readonly number[];
}

/** What all children of a host read: their filters, and the small files that are made for them. */
export class SharedContent {
  readonly #filters = new Map<string, ConstantFile>();
  #files: readonly ConstantFile[] | undefined;
  #closed = false;

  /** Runs `use` with open descriptors, which are closed when it is done. */
  open<T>(architecture: Architecture, terms: FilterTerms, use: (content: OpenContent) => T): T {
    if (this.#closed) throw new Error("The confiner is closed.");
    this.#files ??= guestFiles.map(({ text }) => new ConstantFile(Buffer.from(text)));
    return withAll([this.#filterFor(architecture, terms), ...this.#files], [], ([filter = -1, ...files]) => use({ filter, files }));
  }

  close(): void {
    this.#closed = true;
    for (const file of [...this.#filters.values(), ...(this.#files ?? [])]) file.close();
    this.#filters.clear();
    this.#files = undefined;
  }

  #filterFor(architecture: Architecture, terms: FilterTerms): ConstantFile {
    const key = JSON.stringify([architecture, terms.internet, terms.localSockets, terms.unownedMemory, terms.fileWatches]);
    const known = this.#filters.get(key);
    if (known !== undefined) return known;
    const made = new ConstantFile(confinementFilter(architecture, terms));
    this.#filters.set(key, made);
    return made;
  }
}

function withAll<T>(files: readonly ConstantFile[], descriptors: readonly number[], use: (descriptors: readonly number[]) => T): T {
  const [first, ...rest] = files;
  if (first === undefined) return use(descriptors);
  return first.with((descriptor) => withAll(rest, [...descriptors, descriptor], use));
}
