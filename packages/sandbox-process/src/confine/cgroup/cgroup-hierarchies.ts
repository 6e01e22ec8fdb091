import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a controller counts. */
export type Controller = "pids" | "memory" | "cpu";

/** Where the group of this process is for one controller. */
export interface ControllerFolder {
  readonly version: 1 | 2;
  readonly folder: string;
}

/**
 * Folders of this process's own groups, by controller, read from the kernel's own files. The memory controller of version 1 is left out:
 * groups of it need not bound what is below them.
 */
export function ownControllerFolders(mountText: string = read("/proc/self/mountinfo"), groupText: string = read("/proc/self/cgroup")): Partial<Record<Controller, ControllerFolder>> {
  const found: Partial<Record<Controller, ControllerFolder>> = {};
  const groups = groupText.split("\n").map((line) => /^\d+:([^:]*):(\/.*)$/.exec(line));
  const pathOf = (controller: string): string | undefined => groups.find((match) => match !== null && (match[1] ?? "").split(",").includes(controller))?.[2];
  for (const line of mountText.split("\n")) {
    const mount = readMount(line);
    if (mount === undefined) continue;
    const version = mount.type === "cgroup2" ? 2 : 1;
    const candidates: readonly Controller[] = version === 2 ? ["pids", "memory", "cpu"] : ["pids", "cpu"];
    for (const controller of candidates) {
      if (version === 1 && !mount.options.includes(controller)) continue;
      const path = pathOf(version === 2 ? "" : controller);
      const folder = path === undefined ? undefined : folderBelow(mount, path);
      // A controller is in one hierarchy alone; version 1 has it where both are mounted.
      if (folder !== undefined && (version === 1 || found[controller] === undefined)) found[controller] = { version, folder };
    }
  }
  return found;
}

interface Mount {
  readonly root: string;
  readonly point: string;
  readonly type: string;
  readonly options: readonly string[];
}

function readMount(line: string): Mount | undefined {
  const match = /^\S+ \S+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)$/.exec(line);
  if (match === null) return undefined;
  const [, root = "", point = "", type = "", options = ""] = match;
  return { root, point, type, options: options.split(",") };
}

/** A container may see a part of a hierarchy alone; a path outside of it cannot be reached. */
function folderBelow(mount: Mount, path: string): string | undefined {
  if (mount.root === "/") return join(mount.point, path);
  if (path === mount.root) return mount.point;
  return path.startsWith(`${mount.root}/`) ? join(mount.point, path.slice(mount.root.length)) : undefined;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
