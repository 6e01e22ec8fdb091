import { AmbitError } from "@ambit/api-types";
import type { Components, DirectoryHandle } from "@ambit/directory-handles";
import { valueOf } from "./file-refusal.ts";

/**
 * Reads a file whole, counting bytes as they come, so that a file that grows meanwhile is caught.
 *
 * @throws AmbitError `PERMISSION_DENIED` with the limit `fileBytes` past it: reading more than the plugin may is a refusal,
 * whatever the file says of its size.
 */
export function readFile(folder: DirectoryHandle, path: Components, fileBytes: number): Uint8Array {
  const read = folder.readFile(path, { maxBytes: fileBytes });
  if (!read.ok && read.reason === "too-large") {
    throw new AmbitError("PERMISSION_DENIED", `The file is larger than ${fileBytes} bytes, the most that the plugin may read.`, { limit: "fileBytes" });
  }
  return valueOf(read);
}
