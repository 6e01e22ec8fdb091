import { setTimeout as pause } from "node:timers/promises";
import { allProcesses, ownProcesses, processState } from "./process-table.ts";

/** Tells whether a process is one of those meant. */
export type ProcessMatch = (pid: number) => boolean;

const ROUNDS = 200;
const PAUSE_MILLIS = 5;

/** Everything but the supervisor and what it was started by. */
export function everyOther(): ProcessMatch {
  const own = ownProcesses();
  return (pid) => !own.has(pid);
}

/**
 * Ends all processes that match. They are stopped first, round after round until a look finds no new one, so that none can
 * start another between being seen and being ended.
 *
 * @returns Whether none is left.
 */
export async function endProcesses(matches: ProcessMatch): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round++) {
    stopProcesses(matches);
    const left = allProcesses().filter((pid) => processState(pid) !== undefined && matches(pid));
    if (left.length === 0) return true;
    for (const pid of left) send(pid, "SIGKILL");
    await pause(PAUSE_MILLIS);
  }
  return false;
}

/** A process that was running and is stopped. */
export interface Stopped {
  readonly pid: number;
  readonly startTime: string;
}

/** Stops all processes that match, and tells which ones ran until then. */
export function stopProcesses(matches: ProcessMatch): Stopped[] {
  const stopped = new Map<number, Stopped>();
  for (let round = 0; round < ROUNDS; round++) {
    const found = allProcesses().filter((pid) => !stopped.has(pid) && matches(pid));
    let fresh = 0;
    for (const pid of found) {
      const known = processState(pid);
      if (known === undefined || known.state === "T") continue;
      send(pid, "SIGSTOP");
      stopped.set(pid, { pid, startTime: known.startTime });
      fresh++;
    }
    if (fresh === 0) break;
  }
  return [...stopped.values()];
}

/** Lets processes go on that {@link stopProcesses} stopped. */
export function continueProcesses(stopped: readonly Stopped[]): void {
  for (const { pid, startTime } of stopped) if (processState(pid)?.startTime === startTime) send(pid, "SIGCONT");
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in the meantime.
  }
}
