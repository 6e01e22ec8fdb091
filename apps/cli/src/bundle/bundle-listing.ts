import { createHash } from "node:crypto";
import type { BundleFile, JsonObject } from "@ambit/api-types";
import type { PluginPackage } from "@ambit/api-host";

/** Name of the listing, the first file of a bundle. No file of a plugin may have it. */
export const LISTING_FILE = "ambit-bundle.json";

/** What a bundle's listing says: who the plugin is, and the digest of each file. */
export interface BundleListing extends JsonObject {
  readonly format: "ambit-bundle/1";
  readonly id: string;
  readonly version: string;
  /** What a host calls the bundle's digest: what an install window shows. */
  readonly bundleDigest: string;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/** The listing of a plugin's files, by ascending path. */
export function bundleListing({ manifest, bundleDigest, files }: PluginPackage): BundleListing {
  return { format: "ambit-bundle/1", id: manifest.id, version: manifest.version, bundleDigest, files: files.map(entry) };
}

function entry({ path, bytes }: BundleFile): BundleListing["files"][number] {
  return { path, bytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
}
