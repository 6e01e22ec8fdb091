import { readFileSync, readdirSync } from "node:fs";

/**
 * Where the numbers of commands begin. A command's number is the limit of file locks of its processes: Linux keeps it for each process,
 * hands it on to children and to other programs, shows it to everybody, and has made no other use of it since 2.4.25. So it also
 * finds what cleared its environment, left its session and lost its parent.
 */
export const FIRST_NUMBER = 1_000_000_000;

/** The variable that says the same, for what lowered the limit. */
export const NUMBER_VARIABLE = "AMBIT_COMMAND";

/** All processes that can be seen. */
export function allProcesses(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

/** The command that a process belongs to; undefined for the supervisor's own, and for what cannot be told. */
export function commandOf(pid: number): number | undefined {
  const limit = Number(/^Max file locks +(\d+)/m.exec(read(`/proc/${pid}/limits`))?.[1] ?? Number.NaN);
  if (limit >= FIRST_NUMBER) return limit;
  const named = new RegExp(`(?:^|\\0)${NUMBER_VARIABLE}=(\\d+)(?:\\0|$)`).exec(read(`/proc/${pid}/environ`))?.[1];
  return named === undefined ? undefined : Number(named);
}

/** What is known of a process: its state as one letter, its parent, and when it began. */
export interface ProcessState {
  readonly state: string;
  readonly parent: number;
  readonly startTime: string;
}

/** Looks a process up; undefined where it has ended, also where nobody has asked for its exit code yet. */
export function processState(pid: number): ProcessState | undefined {
  const line = read(`/proc/${pid}/stat`);
  // The name before may hold anything, parentheses included.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const [state = "", parent = "0"] = fields;
  return line === "" || state === "Z" || state === "X" ? undefined : { state, parent: Number(parent), startTime: fields[19] ?? "" };
}

/** The supervisor, and all that it was started by. */
export function ownProcesses(): ReadonlySet<number> {
  const own = new Set<number>([1]);
  for (let pid = process.pid; pid > 0 && !own.has(pid); pid = processState(pid)?.parent ?? 0) own.add(pid);
  return own;
}

function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
