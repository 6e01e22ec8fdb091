import { constants } from "node:fs";
import { open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { AmbitError, type BundleFile } from "@ambit/api-types";
import { BUNDLE_BYTES, BUNDLE_DEPTH, BUNDLE_FILE_BYTES, BUNDLE_FILES } from "../install/bundle-limits.ts";
import { refused, requireBundlePath, requireDistinct } from "../install/bundle-paths.ts";

/** The files of a plugin's folder, and the names that were left out. */
export interface FolderContent {
  /** By ascending path. */
  readonly files: readonly BundleFile[];
  readonly leftOut: readonly string[];
}

/** How a folder is read. */
export interface ReadFolderOptions {
  /**
   * Leave out what is no part of a plugin: names that begin with a dot, and `node_modules` (a plugin brings its code
   * bundled). Otherwise they are read like all others.
   */
  readonly leaveOut: boolean;
}

/**
 * Reads a plugin's folder whole. Links, sockets, devices and FIFOs are refused and never opened, and so is what passes the
 * limits of a bundle; the first fault ends it.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the file.
 */
export async function readFolder(folder: string, options: ReadFolderOptions): Promise<FolderContent> {
  const reader = new FolderReader(folder, options);
  await reader.read("", 0);
  const { files, leftOut } = reader;
  requireDistinct(files.map(({ path }) => path));
  return { files: files.sort((left, right) => Buffer.compare(Buffer.from(left.path), Buffer.from(right.path))), leftOut };
}

class FolderReader {
  readonly files: BundleFile[] = [];
  readonly leftOut: string[] = [];
  readonly #folder: string;
  readonly #options: ReadFolderOptions;
  #bytes = 0;
  #names = 0;

  constructor(folder: string, options: ReadFolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async read(below: string, depth: number): Promise<void> {
    if (depth > BUNDLE_DEPTH) throw refused(below, `Folders are nested deeper than ${BUNDLE_DEPTH}.`);
    for await (const entry of await openFolder(join(this.#folder, below), below)) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (this.#options.leaveOut && isNoPart(entry.name)) {
        if (this.leftOut.length < 100) this.leftOut.push(path);
        continue;
      }
      this.#names++;
      // Folders count too, so that a tree of empty ones has an end.
      if (this.#names > 2 * BUNDLE_FILES || this.files.length >= BUNDLE_FILES) throw refused(path, `A plugin has at most ${BUNDLE_FILES} files.`);
      requireBundlePath(path);
      if (entry.isDirectory()) await this.read(path, depth + 1);
      else if (entry.isFile()) this.files.push({ path, bytes: await this.#readFile(path) });
      else throw refused(path, entry.isSymbolicLink() ? "Links are not taken in." : "It is neither a file nor a folder.");
    }
  }

  async #readFile(path: string): Promise<Uint8Array> {
    // The name may have become a link or a FIFO since it was listed: neither is followed nor waited for.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const handle = await open(join(this.#folder, path), flags).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) throw refused(path, "It is no file.");
      if (stats.size > BUNDLE_FILE_BYTES) throw refused(path, `A file has at most ${BUNDLE_FILE_BYTES} bytes; this has ${stats.size}.`);
      this.#bytes += stats.size;
      if (this.#bytes > BUNDLE_BYTES) throw refused(path, `All files together have at most ${BUNDLE_BYTES} bytes.`);
      return await readExactly(handle, stats.size, path);
    } finally {
      await handle.close();
    }
  }
}

async function openFolder(folder: string, below: string): ReturnType<typeof opendir> {
  return opendir(folder).catch((error: unknown) => {
    throw unreadable(below === "" ? "The folder" : below, error);
  });
}

/** Reads as many bytes as the file had when it was opened; one that grows or shrinks meanwhile is refused. */
async function readExactly(handle: Awaited<ReturnType<typeof open>>, size: number, path: string): Promise<Uint8Array> {
  const buffer = new Uint8Array(size + 1);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  if (filled !== size) throw refused(path, "It changed while it was read.");
  return buffer.subarray(0, size);
}

function isNoPart(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

function unreadable(path: string, cause: unknown): AmbitError {
  return new AmbitError("BUNDLE_INVALID", `${path}: It cannot be read.`, { cause });
}
