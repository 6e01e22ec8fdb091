import { AmbitError } from "@ambit/api-types";
import { readPathPattern } from "./path-pattern.ts";
import { checkSandboxPath } from "./sandbox-paths.ts";
import type { SessionTools } from "./session-tools.ts";

/** Where and how far files are looked for. */
export interface GlobOptions {
  /** Folder that the pattern is relative to. Default `/workspace`. */
  readonly folder?: string;
  /** Names of folders that are not entered. Default `.git` and `node_modules`. */
  readonly skip?: readonly string[];
  /** Paths given back at most. Default 1000. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Files that were found. */
export interface GlobResult {
  /** Absolute paths, ascending by their UTF-16 units. */
  readonly paths: readonly string[];
  /** Whether there are more, or not all could be looked at. */
  readonly truncated: boolean;
}

const DEFAULT_FOLDER = "/workspace";
const DEFAULT_SKIP: readonly string[] = [".git", "node_modules"];
const DEFAULT_LIMIT = 1000;
const MOST = 100_000;
const LIST_BYTES = 8 * 1024 * 1024;
const NO_FOLDER = 3;

/** Finds files by the form of their paths. Links are not followed. */
export async function globFiles(tools: SessionTools, pattern: string, options: GlobOptions = {}): Promise<GlobResult> {
  const { folder = DEFAULT_FOLDER, skip = DEFAULT_SKIP, limit = DEFAULT_LIMIT, signal } = options;
  const matches = readPathPattern(pattern);
  checkSandboxPath(folder);
  checkCount("limit", limit, MOST);
  const base = folder.replace(/\/+$/, "");
  const result = await tools.exec(`[ -d "$AMBIT_FOLDER" ] || exit ${NO_FOLDER}; find "$AMBIT_FOLDER/" ${skipWords(skip)} -type f -print0`, { env: { AMBIT_FOLDER: base }, maxOutputBytes: LIST_BYTES, ...(signal !== undefined && { signal }) });
  if (result.exitCode === NO_FOLDER) throw new AmbitError("FILE_NOT_FOUND", "The folder is not there.");
  if (result.exitCode === null) throw new AmbitError("LIMIT_EXCEEDED", "The search took too long. Search a smaller folder.");
  // After a cut the last path may be a piece of one.
  const all = result.stdout.split("\0").slice(0, -1).map((path) => path.slice(base.length).replace(/^\/+/, ""));
  const found = all.filter(matches).toSorted().map((path) => `${base}/${path}`);
  return { paths: found.slice(0, limit), truncated: result.truncated || found.length > limit };
}

/** Words of `find` that leave folders out. Names that mean something to a shell are refused. */
function skipWords(skip: readonly string[]): string {
  if (skip.some((name) => !/^[A-Za-z0-9._-]{1,255}$/.test(name)) || skip.length > 32) throw new AmbitError("INVALID_PARAMS", "skip: at most 32 names of letters, digits, ., _ and -.");
  return skip.length === 0 ? "" : `\\( ${skip.map((name) => `-name '${name}'`).join(" -o ")} \\) -prune -o`;
}

/** @throws AmbitError `INVALID_PARAMS`. */
export function checkCount(name: string, value: number, most: number): void {
  if (!Number.isInteger(value) || value < 1 || value > most) throw new AmbitError("INVALID_PARAMS", `${name}: must be a whole number from 1 to ${most}.`);
}
