import { readFileSync } from "node:fs";

/** A process that is told apart from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

/** The process that has this number now; undefined where there is none. */
export function identifyProcess(pid: number): ProcessIdentity | undefined {
  const startTime = startTimeOf(pid);
  return startTime === undefined ? undefined : { pid, startTime };
}

/** Ends a process by force, if it is still the one that was meant. */
export function killProcess(process_: ProcessIdentity): void {
  if (startTimeOf(process_.pid) !== process_.startTime) return;
  try {
    process.kill(process_.pid, "SIGKILL");
  } catch {
    // It ended between the two lines.
  }
}

/** Twenty-second field of the line; the second may hold anything, spaces and parentheses included. */
function startTimeOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "latin1");
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
