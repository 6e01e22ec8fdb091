import { type Dirent, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** A plugin's files as bytes, in base64, by their paths below the bundle's folder. */
export type BundleFiles = Readonly<Record<string, string>>;

/** Bytes that a bundle may have to be handed over. */
export const HANDED_BYTES: number = 2 * 1024 * 1024;
/** Files and folders that it may have. */
const HANDED_ENTRIES = 500;

/**
 * Reads a bundle to hand it over. Undefined for one that is too large for that, or has anything but plain files in it, and for one that
 * is not there: those are shown to their process as they are.
 */
export function readBundleFiles(bundleDir: string): BundleFiles | undefined {
  const entries = entriesOf(bundleDir);
  if (entries === undefined || entries.length > HANDED_ENTRIES || entries.some((entry) => !entry.isFile() && !entry.isDirectory())) return undefined;
  const files: Record<string, string> = Object.create(null) as Record<string, string>;
  let left = HANDED_BYTES;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    left -= bytes.byteLength;
    if (left < 0) return undefined;
    files[relative(bundleDir, path)] = bytes.toString("base64");
  }
  return files;
}

/** Puts a bundle that was handed over into a folder that is not there yet. */
export function putBundle(files: BundleFiles, folder: string): void {
  mkdirSync(folder);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, Buffer.from(content, "base64"), { flag: "wx", mode: 0o444 });
  }
}

function entriesOf(bundleDir: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(bundleDir, { withFileTypes: true, recursive: true });
  } catch {
    return undefined;
  }
}
