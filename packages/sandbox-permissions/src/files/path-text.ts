import { isUnsafeOnWindows } from "./windows-names.ts";

/** Most bytes of a whole path below a root, in UTF-8: PATH_MAX with its end mark. */
const PATH_BYTES = 4095;

/** Most bytes of one component, in UTF-8. */
const COMPONENT_BYTES = 255;

/** A path below a root as components, or why it is none. */
export type PathText =
  | { readonly ok: true; readonly components: readonly string[] }
  | {
      readonly ok: false;
      /** True where no file system could have such a path; false where the grammar refuses it. */
      readonly malformed: boolean;
      /** A sentence that does not repeat the path. */
      readonly reason: string;
    };

const refused = (reason: string): PathText => ({ ok: false, malformed: false, reason });
const broken = (reason: string): PathText => ({ ok: false, malformed: true, reason });

/**
 * Reads a path below a root by the one grammar: relative, `/` between components, nothing that climbs, expands or names
 * a stream. The empty path is the root itself. The file system is never asked.
 */
export function judgePathText(path: string, platform: string): PathText {
  if (path === "") return { ok: true, components: [] };
  if (path.length > PATH_BYTES || Buffer.byteLength(path) > PATH_BYTES) return broken(`A path has at most ${PATH_BYTES} bytes.`);
  if (path.includes("\0")) return broken("A path must not hold a NUL.");
  if (!path.isWellFormed()) return broken("A path must be well-formed Unicode.");
  if (path.startsWith("~")) return refused("A path must not begin with ~: it is relative to its root.");
  if (path.startsWith("/")) return refused("A path must be relative to its root.");
  return judgeComponents(path.split("/"), platform);
}

function judgeComponents(components: readonly string[], platform: string): PathText {
  for (const component of components) {
    const fault = componentFault(component, platform);
    if (fault !== undefined) return fault;
  }
  return { ok: true, components };
}

function componentFault(component: string, platform: string): PathText | undefined {
  if (component === "" || component === ".") return refused("A path must not hold empty or . components.");
  if (component === "..") return refused("A path must not climb with .. components.");
  if (/[\\:]/.test(component)) return refused("A path must not hold a colon or a backslash.");
  if (/\p{Cc}/u.test(component)) return refused("A path must not hold control characters.");
  if (component.length * 3 > COMPONENT_BYTES && Buffer.byteLength(component) > COMPONENT_BYTES) return broken(`A name has at most ${COMPONENT_BYTES} bytes.`);
  if (platform === "win32" && isUnsafeOnWindows(component)) return refused("A path must hold ordinary file names: no devices, short names, or trailing dots and spaces.");
  return undefined;
}
