import { BUNDLE_BYTES, BUNDLE_FILES } from "../install/bundle-limits.ts";

/** Bytes that an archive may spend on each file beside its content: headers, padding, directory. */
const OVERHEAD_BYTES = 4096;

/** Most bytes of an archive, unpacked or as it lies on disk. */
export const ARCHIVE_BYTES: number = BUNDLE_BYTES + 2 * BUNDLE_FILES * OVERHEAD_BYTES;

/** Content below this may be packed as tightly as it likes, in bytes. */
const SMALL_BYTES = 1024 * 1024;

/** How many times its packed bytes a larger content may have. Text is packed to a tenth; only made-up content goes beyond a hundredth. */
const MOST_RATIO = 100;

/** Tells whether content is packed more tightly than anything a person wrote. */
export function isBomb(packed: number, unpacked: number): boolean {
  return unpacked > SMALL_BYTES && unpacked > packed * MOST_RATIO;
}
