import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AmbitError, type BundleFile, type BundleStore } from "@ambit/api-types";
import { bundleDigest } from "../install/bundle-digest.ts";
import { readFolder } from "./read-folder.ts";

/** The bundles of a store as folders, one a digest, for engines to read. A folder is trusted only after it was hashed. */
export class BundleFolders {
  readonly #folder: string;
  readonly #bundles: BundleStore;
  readonly #opening = new Map<string, Promise<string>>();

  /** @param folder where they are; must exist. */
  constructor(folder: string, bundles: BundleStore) {
    this.#folder = folder;
    this.#bundles = bundles;
  }

  /**
   * The folder of a bundle, its files read again and compared with the digest. One that differs is made anew.
   *
   * @throws AmbitError `BUNDLE_INVALID` where the store lacks the bundle or holds another one.
   */
  open(digest: string): Promise<string> {
    const opening = this.#opening.get(digest) ?? this.#open(digest).finally(() => this.#opening.delete(digest));
    this.#opening.set(digest, opening);
    return opening;
  }

  /** Removes a bundle's folder; the store keeps what it has. */
  async remove(digest: string): Promise<void> {
    await this.#opening.get(digest)?.catch(() => {});
    await rm(join(this.#folder, digest), { recursive: true, force: true });
  }

  async #open(digest: string): Promise<string> {
    const folder = join(this.#folder, digest);
    if (await holds(folder, digest)) return folder;
    const files = await this.#bundles.get(digest);
    if (files === undefined || bundleDigest(files) !== digest) throw new AmbitError("BUNDLE_INVALID", "The plugin's files are missing from the store, or changed there. Install it again.");
    const made = join(this.#folder, `.${randomUUID()}`);
    try {
      await writeFiles(made, files);
      await rm(folder, { recursive: true, force: true });
      await rename(made, folder).catch(() => {});
    } finally {
      await rm(made, { recursive: true, force: true });
    }
    // Another process may have put its own there first.
    if (await holds(folder, digest)) return folder;
    throw new AmbitError("BUNDLE_INVALID", "The plugin's files could not be written to the host's folder.");
  }
}

async function holds(folder: string, digest: string): Promise<boolean> {
  try {
    return bundleDigest((await readFolder(folder, { leaveOut: false })).files) === digest;
  } catch {
    return false;
  }
}

async function writeFiles(folder: string, files: readonly BundleFile[]): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  for (const { path, bytes } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await writeFile(target, bytes, { flag: "wx", mode: 0o644 });
  }
}
