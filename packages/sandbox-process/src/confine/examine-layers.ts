import { readFileSync } from "node:fs";
import type { CgroupParent } from "./cgroup/cgroup-parent.ts";
import type { Layer } from "./confinement-layers.ts";
import type { DeviceFolder } from "./device-nodes.ts";
import { isKnownArchitecture } from "./seccomp/confinement-filter.ts";

/** What is known of this machine before a child is tried. */
export interface Surroundings {
  readonly platform: string;
  readonly architecture: string;
  readonly kernel: string;
  /** User that children are to the kernel. */
  readonly uid: number;
  readonly runAs: { readonly uid: number; readonly gid: number } | undefined;
  readonly bubblewrap: string | undefined;
  readonly timeout: string | undefined;
  readonly prlimit: string | undefined;
  /** Folder with the devices to show; undefined where root cannot make them. */
  readonly devices: DeviceFolder | undefined;
  /** Descriptors that would go along to children. */
  readonly inherited: readonly number[];
  readonly cgroups: CgroupParent | undefined;
}

/** Outcome of a child that did nothing: undefined where it ran, else what bubblewrap said. */
export type Trial = string | undefined;

const INSTALL_COREUTILS = "Install coreutils: apt-get install coreutils.";
const INSTALL_UTIL_LINUX = "Install util-linux: apt-get install util-linux.";

/** Says of each layer whether it holds. */
export function examineLayers(here: Surroundings, trial: Trial): Layer[] {
  return [namespaces(here, trial), seccomp(here, trial), user(here, trial), rlimits(here), time(here), processes(here), memory(here), cpu(here)];
}

function namespaces(here: Surroundings, trial: Trial): Layer {
  const name = "namespaces";
  if (here.platform !== "linux") return { name, holds: false, reason: `On ${here.platform} processes cannot be confined.`, remedy: "Run the host on Linux." };
  if (here.bubblewrap === undefined) return { name, holds: false, reason: "bubblewrap is not installed.", remedy: "Install bubblewrap: apt-get install bubblewrap." };
  if (trial !== undefined) return { name, holds: false, reason: `bubblewrap could not start a process: ${trial}`, remedy: "Use bubblewrap 0.8 or newer, and allow user namespaces (sysctl user.max_user_namespaces, kernel.apparmor_restrict_unprivileged_userns)." };
  return { name, holds: true, by: "bubblewrap" };
}

function seccomp(here: Surroundings, trial: Trial): Layer {
  const name = "seccomp";
  if (!isKnownArchitecture(here.architecture)) return { name, holds: false, reason: `No filter is known for ${here.architecture}.`, remedy: "Run the host on x64 or arm64." };
  if (trial !== undefined) return { name, holds: false, reason: "No process could be started with it.", remedy: "Mend the layer namespaces first." };
  return { name, holds: true, by: `a filter for ${here.architecture}` };
}

function user(here: Surroundings, trial: Trial): Layer {
  const name = "user";
  if (here.platform === "linux" && here.devices === undefined) return { name, holds: false, reason: "Root cannot make devices of its own for its children.", remedy: "Give a user to become (runAs), or let the host make device nodes below /dev." };
  if (trial !== undefined) return { name, holds: false, reason: "No process could be started.", remedy: "Mend the layer namespaces first." };
  if (here.runAs !== undefined) return { name, holds: true, by: `the user ${here.runAs.uid}, in a namespace of its own` };
  if (here.uid === 0) return { name, holds: true, by: "a namespace of its own without capabilities; to the kernel its files are root's" };
  return { name, holds: true, by: "a namespace of its own without capabilities" };
}

function rlimits(here: Surroundings): Layer {
  const name = "rlimits";
  if (here.prlimit === undefined) return { name, holds: false, reason: "prlimit is not installed.", remedy: INSTALL_UTIL_LINUX };
  return { name, holds: true, by: "prlimit; memory of each process for itself" };
}

function time(here: Surroundings): Layer {
  const name = "time";
  if (here.timeout === undefined) return { name, holds: false, reason: "timeout is not installed.", remedy: INSTALL_COREUTILS };
  return { name, holds: true, by: "timeout, as the first process inside" };
}

function processes(here: Surroundings): Layer {
  const name = "processes";
  const version = here.cgroups?.version("pids");
  if (version !== undefined) return { name, holds: true, by: `cgroup version ${version}` };
  if (here.uid === 0) return { name, holds: false, reason: "No limit of processes binds root, and no pids controller can be used.", remedy: "Give a user to become (runAs), or a delegated cgroup (cgroupFolder)." };
  if (!countsByNamespace(here.kernel)) return { name, holds: false, reason: `Linux ${here.kernel} counts processes by user, not by namespace.`, remedy: "Use Linux 5.14 or newer, or give a delegated cgroup (cgroupFolder)." };
  return { name, holds: true, by: "prlimit, counted in its own user namespace" };
}

function memory(here: Surroundings): Layer {
  const name = "memory";
  const version = here.cgroups?.version("memory");
  if (version !== undefined) return { name, holds: true, by: `cgroup version ${version}` };
  return { name, holds: false, reason: "No memory controller can be used; memory is bounded for each process for itself.", remedy: "Give a delegated cgroup of version 2 (cgroupFolder)." };
}

function cpu(here: Surroundings): Layer {
  const name = "cpu";
  const version = here.cgroups?.version("cpu");
  if (version !== undefined) return { name, holds: true, by: `cgroup version ${version}` };
  return { name, holds: false, reason: "No cpu controller can be used.", remedy: "Give a delegated cgroup (cgroupFolder)." };
}

function countsByNamespace(kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 14);
}

/** Release of the running kernel, such as `6.1.0-18-amd64`. */
export function kernelRelease(): string {
  try {
    return readFileSync("/proc/sys/kernel/osrelease", "utf8").trim();
  } catch {
    return "0";
  }
}
