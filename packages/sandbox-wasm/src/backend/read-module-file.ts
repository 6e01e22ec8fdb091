import { open } from "node:fs/promises";
import { constants } from "node:fs";
import { join } from "node:path";
import { AmbitError } from "@ambit/api-types";

/** Most bytes of a `run.wasm`. */
export const MODULE_BYTES: number = 64 * 1024 * 1024;

/**
 * Reads the module out of a plugin's checked files, bounded.
 *
 * @throws AmbitError `SAND_WASM_NOT_A_MODULE` where it is missing, no plain file, or too large. The message holds no host path.
 */
export async function readModuleFile(bundleDir: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(join(bundleDir, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch((cause: unknown) => {
    throw new AmbitError("SAND_WASM_NOT_A_MODULE", `"${path}" is not among the plugin's files.`, { cause });
  });
  try {
    const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: Number.POSITIVE_INFINITY }));
    if (size > MODULE_BYTES) throw new AmbitError("SAND_WASM_NOT_A_MODULE", `"${path}" is no plain file of at most ${MODULE_BYTES} bytes.`);
    const bytes = new Uint8Array(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
