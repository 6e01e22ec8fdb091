import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConfinedSpec } from "../confined-child.ts";
import { RELAY_PROCESSES } from "../../gate-proxy/relay-terms.ts";
import { type Controller, type ControllerFolder, ownControllerFolders } from "./cgroup-hierarchies.ts";
import { CgroupSeat } from "./cgroup-seat.ts";

const MEBIBYTE = 1024 * 1024;
const PERIOD_MICROS = 100_000;
const NAME = /^ambit-(\d+)-[0-9a-f]+$/;

const limitFile: Readonly<Record<Controller, Readonly<Record<1 | 2, string>>>> = {
  pids: { 1: "pids.max", 2: "pids.max" },
  memory: { 1: "memory.limit_in_bytes", 2: "memory.max" },
  cpu: { 1: "cpu.cfs_quota_us", 2: "cpu.max" },
};

/** The groups below which children's groups are made. */
export class CgroupParent {
  readonly #folders: Partial<Record<Controller, ControllerFolder>>;

  /** @param delegated folder of a version 2 group that was handed to this host; its own groups where absent. */
  constructor(delegated?: string) {
    const found = delegated === undefined ? ownControllerFolders() : delegatedFolders(delegated);
    this.#folders = Object.fromEntries(Object.entries(found).filter(([controller, { folder, version }]) => isUsable(folder, limitFile[controller as Controller][version])));
    for (const folder of this.#distinct()) removeStale(folder);
  }

  /** Which version bounds it, or undefined where nothing does. */
  version(controller: Controller): 1 | 2 | undefined {
    return this.#folders[controller]?.version;
  }

  /** Whether any controller can be used. */
  get usable(): boolean {
    return this.#distinct().length > 0;
  }

  /** Makes the groups of one child, with its limits set. */
  seat({ limits, network }: ConfinedSpec): CgroupSeat {
    const name = freshName();
    // Joining a group waits for every processor to pass a quiet moment: only those that bound something are joined.
    const folders = this.#distinct(limits.cpus === undefined ? ["pids", "memory"] : ["pids", "memory", "cpu"]).map((folder) => join(folder, name));
    const seat = new CgroupSeat(folders);
    try {
      for (const folder of folders) mkdirSync(folder);
      this.#set(name, "pids", String(network === undefined ? limits.processes : Math.max(limits.processes, RELAY_PROCESSES)));
      this.#set(name, "memory", String(limits.memoryMb * MEBIBYTE));
      if (limits.cpus !== undefined) this.#set(name, "cpu", this.version("cpu") === 2 ? `${Math.round(limits.cpus * PERIOD_MICROS)} ${PERIOD_MICROS}` : String(Math.round(limits.cpus * PERIOD_MICROS)));
    } catch (error) {
      seat.remove();
      throw error;
    }
    return seat;
  }

  #set(name: string, controller: Controller, value: string): void {
    const place = this.#folders[controller];
    if (place === undefined) return;
    const group = join(place.folder, name);
    writeFileSync(join(group, limitFile[controller][place.version]), value);
    if (controller !== "memory") return;
    // Swapped memory counts too, and one victim is not enough: the tree is no longer sound.
    if (existsSync(join(group, "memory.swap.max"))) writeFileSync(join(group, "memory.swap.max"), "0");
    writeFileSync(join(group, "memory.oom.group"), "1");
  }

  #distinct(controllers: readonly Controller[] = ["pids", "memory", "cpu"]): string[] {
    return [...new Set(controllers.flatMap((controller) => this.#folders[controller]?.folder ?? []))];
  }
}

/** Of this process, so that it can be told when that is no more; and of this child alone, whoever else makes groups in this process. */
function freshName(): string {
  return `ambit-${process.pid}-${randomUUID().slice(0, 8)}`;
}

function delegatedFolders(folder: string): Partial<Record<Controller, ControllerFolder>> {
  const place: ControllerFolder = { version: 2, folder };
  return { pids: place, memory: place, cpu: place };
}

/** Whether groups made here have the controller's file; the only way to know is to make one. */
function isUsable(folder: string, file: string): boolean {
  const probe = join(folder, freshName());
  try {
    mkdirSync(probe);
    const usable = existsSync(join(probe, file));
    rmdirSync(probe);
    return usable;
  } catch {
    return false;
  }
}

/** Removes groups of hosts that are no more. They are empty: children die with their host. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1];
    if (pid === undefined || Number(pid) === process.pid || isAlive(pid)) continue;
    try {
      rmdirSync(join(folder, name));
    } catch {
      // Somebody else was faster, or its last process is just ending: the next host removes it.
    }
  }
}

function isAlive(pid: string): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`);
    return true;
  } catch {
    return false;
  }
}
