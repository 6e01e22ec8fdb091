import { join } from "node:path";
import { relayBinds } from "../gate-proxy/relay-terms.ts";
import { childEnvironment } from "./child-environment.ts";
import { type Bind, type ConfinedSpec, TEMP_FOLDER } from "./confined-child.ts";
import type { DeviceFolder } from "./device-nodes.ts";
import { findFenced, foldersAbove } from "./find-fenced.ts";
import { GUEST_ID, closingView, guestFiles, systemView } from "./system-view.ts";

/** Descriptors that bubblewrap finds open, beside the child's own three. */
const descriptor = {
  options: 3,
  filter: 4,
  status: 5,
  /** Bubblewrap waits for it before it goes on. */
  gate: 6,
  /** The first of {@link guestFiles}; the others follow. */
  firstFile: 7,
  /** By which the relay of a child with network hands its socket to the host. */
  channel: 7 + guestFiles.length,
} as const;

const OWN_NAMESPACES: readonly string[] = ["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup"];

const LEAST_PRIVILEGE: readonly string[] = [
  "--uid", String(GUEST_ID), "--gid", String(GUEST_ID), "--hostname", "sandbox",
  "--disable-userns", "--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv",
];

/** How the wrapping process is to behave. */
export interface WrapTerms {
  /** Wait at the gate before the program begins, so that it can be put into its cgroup. */
  readonly gated: boolean;
  readonly devices: DeviceFolder;
}

/** All options of bubblewrap for one child. They travel by a descriptor, so that no list of processes shows them. */
export function bubblewrapOptions(spec: ConfinedSpec, terms: WrapTerms): string[] {
  return [
    ...OWN_NAMESPACES,
    ...LEAST_PRIVILEGE,
    "--seccomp", String(descriptor.filter), "--json-status-fd", String(descriptor.status),
    ...(terms.gated ? ["--block-fd", String(descriptor.gate)] : []),
    // The first process of the namespace is then `timeout`, which nothing inside can kill or stop.
    ...(spec.limits.seconds === undefined ? [] : ["--as-pid-1"]),
    ...systemView(spec.network !== undefined),
    ...guestFiles.flatMap(({ path }, index) => ["--perms", "0444", "--file", String(descriptor.firstFile + index), path]),
    "--size", String(spec.limits.tempBytes), "--tmpfs", TEMP_FOLDER,
    ...[...spec.binds, ...(spec.network === undefined ? [] : relayBinds)].flatMap(bindOptions),
    ...(spec.links ?? []).flatMap(({ path, target }) => ["--symlink", target, path]),
    ...closingView(spec.limits.tempBytes, terms.devices),
    ...Object.entries(childEnvironment(spec)).flatMap(([name, value]) => ["--setenv", name, value]),
    // Read by the relay, which takes it out of what the program gets.
    ...(spec.network === undefined ? [] : ["--setenv", "NODE_CHANNEL_FD", String(descriptor.channel)]),
    "--chdir", spec.folder ?? TEMP_FOLDER,
  ];
}

/**
 * What is fenced off is covered by something empty that cannot be written. A fence that is told by its path holds only as long as the
 * folders above it stay where they are: each is shown as a mount of its own, which nobody inside can move.
 */
function bindOptions({ hostPath, guestPath, access, fenced = [] }: Bind): string[] {
  const covers = fenced.length === 0 ? [] : findFenced(hostPath, fenced).flatMap(({ path, isFolder }) => {
    const place = join(guestPath, path);
    return isFolder ? ["--size", "4096", "--tmpfs", place, "--remount-ro", place] : ["--ro-bind", "/dev/null", place];
  });
  const held = access === "write" ? foldersAbove(hostPath, fenced).flatMap((path) => ["--bind", join(hostPath, path), join(guestPath, path)]) : [];
  return [access === "write" ? "--bind" : "--ro-bind", hostPath, guestPath, ...held, ...covers];
}

/** Options as bubblewrap reads them from a descriptor. */
export function encodeOptions(options: readonly string[]): Buffer {
  if (options.some((option) => option.includes("\0"))) throw new RangeError("An option holds a NUL.");
  return Buffer.from(options.map((option) => `${option}\0`).join(""));
}
