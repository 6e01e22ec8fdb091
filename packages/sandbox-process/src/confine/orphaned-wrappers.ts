import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { identifyProcess, killProcess } from "./process-identity.ts";

/** What the words of every wrapper begin with. */
const WORDS = ["--args", "3", "--"];

/**
 * Ends what is left of wrappers whose host was killed in the one moment in which bubblewrap has made its child and neither of the two has
 * asked to die with its parent: that child then waits for ever for a word of a parent that is gone. It has not begun on its program.
 */
export function endOrphanedWrappers(): void {
  for (const name of readdirSync("/proc")) {
    const pid = /^\d+$/.test(name) ? Number(name) : undefined;
    const identity = pid !== undefined && isOrphan(pid) ? identifyProcess(pid) : undefined;
    if (identity !== undefined) killProcess(identity);
  }
}

/** Children of a process, as the host counts. */
export function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(" ").filter((each) => each !== "").map(Number);
}

/** A wrapper that is the first process of a namespace has its other half as parent, unless that is gone. */
function isOrphan(pid: number): boolean {
  if (!isWrapper(pid)) return false;
  const status = read(`/proc/${pid}/status`);
  const inner = /^NSpid:\s+\d+\s+(?:\d+\s+)*1$/m.test(status);
  const parent = /^PPid:\s+(\d+)$/m.exec(status)?.[1];
  return inner && parent !== undefined && !isWrapper(Number(parent));
}

function isWrapper(pid: number): boolean {
  const [program = "", ...words] = read(`/proc/${pid}/cmdline`).split("\0");
  return basename(program).startsWith("bwrap") && WORDS.every((word, at) => words[at] === word);
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
