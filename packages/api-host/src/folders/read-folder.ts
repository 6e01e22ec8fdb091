import { constants } from "node:fs";
import { open, opendir } from "node:fs/promises";
import { join } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { BundleCollector, type BundleContent } from "../install/bundle-collector.ts";
import { refused } from "../install/bundle-paths.ts";
import { isNoPart } from "../install/no-part.ts";

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
export async function readFolder(folder: string, options: ReadFolderOptions): Promise<BundleContent> {
  const reader = new FolderReader(folder, options);
  await reader.read("");
  return reader.content.finish();
}

class FolderReader {
  readonly content = new BundleCollector();
  readonly #folder: string;
  readonly #options: ReadFolderOptions;

  constructor(folder: string, options: ReadFolderOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  async read(below: string): Promise<void> {
    for await (const entry of await openFolder(join(this.#folder, below), below)) {
      const path = below === "" ? entry.name : `${below}/${entry.name}`;
      if (this.#options.leaveOut && isNoPart(entry.name)) {
        this.content.leaveOut(path);
        continue;
      }
      this.content.name(path);
      if (entry.isDirectory()) {
        this.content.folder(path);
        await this.read(path);
      } else if (entry.isFile()) this.content.file(path, await this.#readFile(path));
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
      this.content.reserve(path, stats.size);
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

function unreadable(path: string, cause: unknown): AmbitError {
  return new AmbitError("BUNDLE_INVALID", `${path}: It cannot be read.`, { cause });
}
