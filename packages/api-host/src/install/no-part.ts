/**
 * Tells whether a file or folder of that name is no part of a plugin: what begins with a dot belongs to somebody's tools, and a
 * plugin brings its code bundled.
 *
 * @param name One component of a path.
 */
export function isNoPart(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}
