import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findSystemProgram } from "./system-programs.ts";

/** Devices that a child sees: name, and minor number below the major number 1. */
export const guestDevices: readonly { readonly name: string; readonly minor: number }[] = [
  { name: "null", minor: 3 },
  { name: "zero", minor: 5 },
  { name: "full", minor: 7 },
  { name: "random", minor: 8 },
  { name: "urandom", minor: 9 },
];

/** Where the devices to show are. */
export interface DeviceFolder {
  readonly path: string;
  /** Whether children are root to the kernel. */
  readonly forRoot: boolean;
}

const MAJOR = 1;
const HOST_FOLDER = "/dev";
/** In the one file system where devices work everywhere. */
const OWN_FOLDER = "/dev/ambit";
/** A user that nobody is. */
const NOBODYS = 4_294_967_000;
const MODE = 0o666;

/**
 * Folder with the devices to show to a child; undefined where they cannot be had safely. A child of root could change the mode of the
 * host's own devices, which root owns, for everybody. So it gets nodes that are nobody's.
 */
export function deviceFolder(forRoot: boolean): DeviceFolder | undefined {
  if (!forRoot) return { path: HOST_FOLDER, forRoot };
  try {
    for (const { name, minor } of guestDevices) if (!isOurs(join(OWN_FOLDER, name), minor)) makeNode(name, minor);
    return guestDevices.every(({ name, minor }) => isOurs(join(OWN_FOLDER, name), minor)) ? { path: OWN_FOLDER, forRoot } : undefined;
  } catch {
    return undefined;
  }
}

function makeNode(name: string, minor: number): void {
  const path = join(OWN_FOLDER, name);
  mkdirSync(OWN_FOLDER, { recursive: true, mode: 0o755 });
  rmSync(path, { force: true });
  spawnSync(findSystemProgram("mknod") ?? "", [path, "c", String(MAJOR), String(minor)], { env: {}, stdio: "ignore" });
  chmodSync(path, MODE);
  chownSync(path, NOBODYS, NOBODYS);
}

function isOurs(path: string, minor: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.isCharacterDevice() && found.rdev === MAJOR * 256 + minor && found.uid === NOBODYS && (found.mode & 0o777) === MODE;
}
