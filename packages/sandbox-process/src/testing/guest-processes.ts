import { readFileSync, readdirSync, readlinkSync } from "node:fs";

/** Processes of guests that this test file started: Node with the entry in a child's view. Other test files have guests at the same time. */
export function guestProcesses(): number[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => isGuest(pid));
}

function isGuest(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith("/opt/node/bin/node") && readlinkSync(`/proc/${pid}/ns/pid`) !== readlinkSync("/proc/self/ns/pid") && isOwn(pid);
  } catch {
    return false;
  }
}

/** Whether this process is among those that a process descends from. */
function isOwn(pid: number): boolean {
  if (pid <= 1) return false;
  return pid === process.pid || isOwn(Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0));
}
