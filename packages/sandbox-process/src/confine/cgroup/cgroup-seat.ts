import { rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TRIES = 50;
const PAUSE_MILLIS = 10;

/** The groups of one child, one in each hierarchy. */
export class CgroupSeat {
  readonly #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Puts a process, and all that it will start, into the groups. */
  join(pid: number): void {
    for (const folder of this.#folders) writeFileSync(join(folder, "cgroup.procs"), String(pid));
  }

  /** Removes the groups. The kernel may still be busy with the last process: then a moment later. */
  remove(tries: number = TRIES): void {
    const left = this.#folders.filter((folder) => !removed(folder));
    if (left.length > 0 && tries > 0) setTimeout(() => new CgroupSeat(left).remove(tries - 1), PAUSE_MILLIS);
  }
}

function removed(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
