import type { AmbitError, BundleFile } from "@ambit/api-types";
import { BUNDLE_BYTES, BUNDLE_DEPTH, BUNDLE_FILE_BYTES, BUNDLE_FILES } from "./bundle-limits.ts";
import { refused, requireBundlePath, requireDistinct } from "./bundle-paths.ts";

/** The files of a bundle, and the names that were left out of it. */
export interface BundleContent {
  /** By ascending path. */
  readonly files: readonly BundleFile[];
  readonly leftOut: readonly string[];
}

/** Most names that are told of what was left out. */
const LEFT_OUT_TOLD = 100;

/**
 * Takes a bundle's files one by one, wherever they come from, and refuses what a bundle cannot have at the first fault. Each
 * method throws `BUNDLE_INVALID` naming the file.
 */
export class BundleCollector {
  readonly #files: BundleFile[] = [];
  readonly #folders: string[] = [];
  readonly #leftOut: string[] = [];
  #names = 0;
  #bytes = 0;

  /** A name that is no part of the bundle. */
  leaveOut(path: string): void {
    if (this.#leftOut.length < LEFT_OUT_TOLD) this.#leftOut.push(path);
  }

  /** Counts a name and checks its grammar; to be called before anything else is done with it. */
  name(path: string): void {
    this.#names++;
    // Folders count too, so that a tree of empty ones has an end.
    if (this.#names > 2 * BUNDLE_FILES || this.#files.length >= BUNDLE_FILES) throw refused(path, `A plugin has at most ${BUNDLE_FILES} files.`);
    requireBundlePath(path);
    if (path.split("/").length > BUNDLE_DEPTH + 1) throw tooDeep(path);
  }

  /** Counts bytes that a file is about to bring. */
  reserve(path: string, bytes: number): void {
    if (bytes > BUNDLE_FILE_BYTES) throw refused(path, `A file has at most ${BUNDLE_FILE_BYTES} bytes; this has ${bytes}.`);
    this.#bytes += bytes;
    if (this.#bytes > BUNDLE_BYTES) throw refused(path, `All files together have at most ${BUNDLE_BYTES} bytes.`);
  }

  /** Takes a folder that is named as such. */
  folder(path: string): void {
    if (path.split("/").length > BUNDLE_DEPTH) throw tooDeep(path);
    this.#folders.push(path);
  }

  /** Takes a file whose bytes were reserved. */
  file(path: string, bytes: Uint8Array): void {
    this.#files.push({ path, bytes });
  }

  /** All that was taken, once no two of it are one file on any system. */
  finish(): BundleContent {
    requireDistinct(this.#files.map(({ path }) => path), this.#folders);
    const files = this.#files.toSorted((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path)));
    return { files, leftOut: this.#leftOut };
  }
}

function tooDeep(path: string): AmbitError {
  return refused(path, `Folders are nested deeper than ${BUNDLE_DEPTH}.`);
}
