/** The contract's name and version, as configuration and reports have it. */
export const SANDBOX_EXTENSION_POINT = "sandbox@2";

/** Folders inside a sandbox that an agent may be given; every instance has them. */
export const SANDBOX_ROOTS: readonly ["/workspace", "/skills", "/tmp"] = ["/workspace", "/skills", "/tmp"];

/** Most bytes of a path inside a sandbox. */
export const SANDBOX_PATH_BYTES = 4096;

/** Tells whether a text can name a file inside a sandbox: absolute, without NUL, and not too long. */
export function isSandboxPath(path: string): boolean {
  return path.startsWith("/") && !path.includes("\0") && path.isWellFormed() && new TextEncoder().encode(path).length <= SANDBOX_PATH_BYTES;
}

/** What the name of a file begins with that a provider has not written whole yet: it is nobody's, and search leaves it out. */
export const SANDBOX_PART_PREFIX = ".ambit-part-";
