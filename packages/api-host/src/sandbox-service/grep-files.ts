import { randomUUID } from "node:crypto";
import { AmbitError } from "@ambit/api-types";
import { checkCount, globFiles, type GlobOptions } from "./glob-files.ts";
import type { SessionTools } from "./session-tools.ts";

/** Where and how lines are looked for. */
export interface GrepOptions extends GlobOptions {
  /** Form of the paths of files that are looked into. Default all. */
  readonly include?: string;
  readonly ignoreCase?: boolean;
  /** Takes the pattern for a text. */
  readonly literal?: boolean;
}

/** One line that was found. */
export interface GrepMatch {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** At most 500 characters. */
  readonly text: string;
}

/** Lines that were found. */
export interface GrepResult {
  readonly matches: readonly GrepMatch[];
  /** Whether there are more, or not all files could be looked at. */
  readonly truncated: boolean;
}

const DEFAULT_LIMIT = 200;
const MOST = 10_000;
const MOST_FILES = 100_000;
const MOST_PATTERN = 4096;
const OUTPUT_BYTES = 4 * 1024 * 1024;
const TEXT_CHARACTERS = 500;
const BAD_PATTERN = 3;

/** The pattern is tried on nothing first: an exit code among those of many files says little. Binary files are left out where grep can. */
const script = `
printf '' | grep $AMBIT_FLAGS -e "$AMBIT_PATTERN" >/dev/null 2>&1; [ $? -gt 1 ] && exit ${BAD_PATTERN}
skip=; printf a | grep -qI a 2>/dev/null && skip=-I
xargs -0 grep -nH $skip $AMBIT_FLAGS -e "$AMBIT_PATTERN" /dev/null < "$AMBIT_LIST" 2>/dev/null
exit 0`;

/** Finds lines by an extended regular expression, or a text. */
export async function grepFiles(tools: SessionTools, pattern: string, options: GrepOptions = {}): Promise<GrepResult> {
  const { include = "**", ignoreCase = false, literal = false, limit = DEFAULT_LIMIT, signal } = options;
  if (pattern === "" || pattern.length > MOST_PATTERN || /[\0\n]/.test(pattern)) throw new AmbitError("INVALID_PARAMS", `pattern: must be one line of 1 to ${MOST_PATTERN} characters.`);
  checkCount("limit", limit, MOST);
  const files = await globFiles(tools, include, { ...options, limit: MOST_FILES });
  if (files.paths.length === 0) return { matches: [], truncated: files.truncated };
  const list = `/tmp/.ambit-${randomUUID()}`;
  await tools.writeFile(list, files.paths.map((path) => `${path}\0`).join(""), signal);
  try {
    const env = { AMBIT_FLAGS: `${literal ? "-F" : "-E"}${ignoreCase ? " -i" : ""}`, AMBIT_PATTERN: pattern, AMBIT_LIST: list };
    const result = await tools.exec(script, { env, maxOutputBytes: OUTPUT_BYTES, ...(signal !== undefined && { signal }) });
    if (result.exitCode === BAD_PATTERN) throw new AmbitError("INVALID_PARAMS", "pattern: is no extended regular expression.");
    if (result.exitCode === null) throw new AmbitError("LIMIT_EXCEEDED", "The search took too long. Search fewer files.");
    const found = readMatches(result.stdout, new Set(files.paths));
    return { matches: found.slice(0, limit), truncated: files.truncated || result.truncated || found.length > limit };
  } finally {
    await tools.exec('rm -f "$AMBIT_LIST"', { env: { AMBIT_LIST: list } }).catch(() => undefined);
  }
}

/** A path may hold colons and digits: the one that is a file which was asked for is the path. Names that hold a line end are left out. */
function readMatches(output: string, files: ReadonlySet<string>): GrepMatch[] {
  const matches: GrepMatch[] = [];
  for (const row of output.split("\n")) {
    for (const { index, 1: line = "" } of row.matchAll(/:(\d+):/g)) {
      const path = row.slice(0, index);
      if (!files.has(path)) continue;
      matches.push({ path, line: Number(line), text: row.slice(index + line.length + 2).slice(0, TEXT_CHARACTERS) });
      break;
    }
  }
  return matches;
}
