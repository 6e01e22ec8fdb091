import { AmbitError } from "@ambit/api-types";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";

/** A program of the host. */
export interface ResolvedProgram {
  /** Where the search path has it, its folder's links followed; a program may look at the name that it is started by. */
  readonly path: string;
  /** The file itself. */
  readonly realPath: string;
}

/** Where programs are looked for, and where they must not be. */
export interface ProgramSearch {
  /** Folders of the host's search path, in order. Those that are not absolute are passed over. */
  readonly searchPath: readonly string[];
  /** Folders of the host that a plugin can write. */
  readonly writable: readonly string[];
}

/**
 * Finds a program by its plain name.
 *
 * @throws AmbitError `FILE_NOT_FOUND`, or `PERMISSION_DENIED` where a plugin could have put it there. Neither names a folder.
 */
export function resolveProgram(name: string, search: ProgramSearch): ResolvedProgram {
  if (!/^[^/\\\0]+$/.test(name) || name === "." || name === "..") throw new AmbitError("PERMISSION_DENIED", "A command begins with a program's plain name.");
  const writable = search.writable.map(real).filter((folder) => folder !== undefined);
  for (const entry of search.searchPath) {
    const folder = isAbsolute(entry) ? real(entry) : undefined;
    const path = folder === undefined ? undefined : join(folder, name);
    const realPath = path === undefined ? undefined : executable(path);
    if (path === undefined || realPath === undefined) continue;
    const fault = [path, realPath].map(programFileFault).find((each) => each !== undefined);
    if (fault !== undefined) throw new AmbitError("PERMISSION_DENIED", `The program ${name} ${fault}.`, { target: name });
    if ([path, realPath].some((place) => writable.some((folder_) => isInside(place, folder_)))) {
      throw new AmbitError("PERMISSION_DENIED", `The program ${name} is in a folder that plugins can write.`, { target: name });
    }
    return { path, realPath };
  }
  if (search.searchPath.some((entry) => !isAbsolute(entry))) {
    throw new AmbitError("PERMISSION_DENIED", `The program ${name} is in no absolute folder of the host's search path. Its other entries mean the working directory, and are passed over.`, { target: name });
  }
  throw new AmbitError("FILE_NOT_FOUND", `The program ${name} is not installed here.`, { target: name });
}

/** Why a program's file is not started, as a phrase; undefined for an ordinary one. A batch file is run by a shell, which reads its words its own way. */
export function programFileFault(path: string): string | undefined {
  if (/\.(?:cmd|bat)[. ]*$/i.test(path)) return "is a batch file, which only a shell can run";
  if (!/^[a-z]:|\\/i.test(path)) return undefined;
  if (!/^(?:[a-z]:[\\/]|\\\\[^\\.?])/i.test(path)) return "is not named by its whole path";
  return /\.(?:exe|com)$/i.test(path) ? undefined : "is no program, but something that Windows opens with one";
}

function executable(path: string): string | undefined {
  const realPath = real(path);
  if (realPath === undefined) return undefined;
  try {
    accessSync(realPath, constants.X_OK);
    return statSync(realPath).isFile() ? realPath : undefined;
  } catch {
    return undefined;
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isInside(place: string, folder: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
