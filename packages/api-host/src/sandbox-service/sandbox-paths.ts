import { AmbitError, isSandboxPath, SANDBOX_ROOTS } from "@ambit/api-types";

/**
 * Checks a path that a session is given: below one of the roots, by its text alone. Where links in the sandbox lead is the sandbox's own affair.
 *
 * @throws AmbitError `INVALID_PARAMS` for what is no path, `PERMISSION_DENIED` for one outside of the roots.
 */
export function checkSandboxPath(path: string): string {
  if (!isSandboxPath(path)) throw new AmbitError("INVALID_PARAMS", "path: must be absolute and hold no NUL.");
  const inside = SANDBOX_ROOTS.some((root) => path === root || path.startsWith(`${root}/`));
  if (!inside || path.split("/").includes("..")) throw new AmbitError("PERMISSION_DENIED", `Only ${SANDBOX_ROOTS.join(", ")} can be used, without "..".`);
  return path;
}
