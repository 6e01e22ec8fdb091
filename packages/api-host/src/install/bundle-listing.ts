import { createHash } from "node:crypto";
import { type BundleFile, parseBoundedJson, type PluginManifest } from "@ambit/api-types";
import { z } from "zod";
import type { BundleContent } from "./bundle-collector.ts";
import { bundleDigest } from "./bundle-digest.ts";
import { refused } from "./bundle-paths.ts";

/** Name of the listing in a bundle. It tells of the plugin's files and is none of them. */
export const LISTING_FILE = "ambit-bundle.json";

/** What a bundle's listing says: who the plugin is, and the digest of each file. */
export interface BundleListing {
  readonly format: "ambit-bundle/1";
  readonly id: string;
  readonly version: string;
  /** The digest that an install window shows. */
  readonly bundleDigest: string;
  /** By ascending path. `sha256` in hexadecimal. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

const listingSchema: z.ZodType<BundleListing> = z.strictObject({
  format: z.literal("ambit-bundle/1"),
  id: z.string(),
  version: z.string(),
  bundleDigest: z.string(),
  files: z.array(z.strictObject({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

/** The listing of a plugin's files. */
export function bundleListing({ id, version }: Pick<PluginManifest, "id" | "version">, files: readonly BundleFile[]): BundleListing {
  return { format: "ambit-bundle/1", id, version, bundleDigest: bundleDigest(files), files: files.map(entryOf) };
}

/**
 * A bundle's files without its listing, once they are found to be those that it lists; what has no listing stays as it is.
 *
 * @throws AmbitError `BUNDLE_INVALID` naming the first file that differs.
 */
export function withoutListing({ files, leftOut }: BundleContent): BundleContent {
  const listing = files.find(({ path }) => path === LISTING_FILE);
  if (listing === undefined) return { files, leftOut };
  const own = files.filter((file) => file !== listing);
  requireListed(own, readListing(listing));
  return { files: own, leftOut };
}

function readListing({ bytes }: BundleFile): BundleListing {
  try {
    const read = listingSchema.safeParse(parseBoundedJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
    if (read.success) return read.data;
  } catch {
    // Told as what it is below: no listing.
  }
  throw refused(LISTING_FILE, "It is no listing of a bundle. Make the bundle anew, or take the file out.");
}

function requireListed(files: readonly BundleFile[], listing: BundleListing): void {
  const listed = new Map(listing.files.map((entry) => [entry.path, entry]));
  for (const file of files) {
    const { bytes, sha256 } = entryOf(file);
    const entry = listed.get(file.path);
    if (entry === undefined) throw refused(file.path, "The bundle's listing does not have it.");
    if (entry.bytes !== bytes || entry.sha256 !== sha256) throw refused(file.path, "It is not what the bundle's listing says.");
    listed.delete(file.path);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) throw refused(missing, "The bundle's listing has it, and the bundle does not.");
  if (listing.bundleDigest !== bundleDigest(files)) throw refused(LISTING_FILE, "Its digest of the whole bundle is not that of the files.");
}

function entryOf({ path, bytes }: BundleFile): BundleListing["files"][number] {
  return { path, bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
}
