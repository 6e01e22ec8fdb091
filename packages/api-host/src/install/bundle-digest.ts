import { createHash } from "node:crypto";
import type { BundleFile } from "@ambit/api-types";

/** Set before the hashed bytes: no digest of anything else, or of another form of bundle, can be this one. */
const DOMAIN = "ambit.bundle.v1\0";

/**
 * SHA-256 over a bundle in hexadecimal: over each file, by ascending path, the length of its path, its path, the length of
 * its content, its content. Lengths are eight bytes, so no two bundles hash the same bytes.
 */
export function bundleDigest(files: readonly BundleFile[]): string {
  const hash = createHash("sha256").update(DOMAIN);
  const sorted = files.map(({ path, bytes }) => ({ path: Buffer.from(path), bytes })).sort((left, right) => Buffer.compare(left.path, right.path));
  for (const { path, bytes } of sorted) hash.update(length(path)).update(path).update(length(bytes)).update(bytes);
  return hash.digest("hex");
}

function length(bytes: Uint8Array): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(bytes.length));
  return size;
}
