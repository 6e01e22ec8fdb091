import type { BundleFile, BundleStore } from "@ambit/api-types";

/** The bundles of the memory store. */
export class MemoryBundles implements BundleStore {
  readonly #bundles = new Map<string, readonly BundleFile[]>();

  async put(digest: string, files: readonly BundleFile[]): Promise<void> {
    if (!this.#bundles.has(digest)) this.#bundles.set(digest, files.map(copied));
  }

  async get(digest: string): Promise<readonly BundleFile[] | undefined> {
    return this.#bundles.get(digest)?.map(copied);
  }

  async delete(digest: string): Promise<void> {
    this.#bundles.delete(digest);
  }
}

function copied({ path, bytes }: BundleFile): BundleFile {
  return { path, bytes: Uint8Array.from(bytes) };
}
