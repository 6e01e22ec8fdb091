import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unmountImage } from "../provider/file-system/disk-image.ts";

const PREFIX = "ambit-provider-";
let cleared: Promise<void> | undefined;

/** Makes a folder of sandboxes for one test. Its name says which process it belongs to, so that what a killed one leaves is cleared by the next. */
export function makeProviderFolder(): string {
  cleared ??= clearLeftFolders();
  cleared.catch(() => undefined);
  return mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-${beginOf(process.pid)}-`));
}

/** Unmounts and deletes the folders whose processes have ended. */
export async function clearLeftFolders(parent: string = tmpdir()): Promise<void> {
  for (const name of readdirSync(parent)) {
    const [, pid, begin] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || beginOf(Number(pid)) === begin) continue;
    const folder = join(parent, name);
    for (const point of mountsBelow(folder)) await unmountImage(point.replace(/\/mount$/, ""));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** When a process began, in the system's own count; undefined where there is none. Numbers of processes are used again. */
function beginOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function mountsBelow(folder: string): string[] {
  return readFileSync("/proc/self/mountinfo", "utf8").split("\n").map((line) => line.split(" ")[4] ?? "").filter((point) => point.startsWith(`${folder}/`));
}
