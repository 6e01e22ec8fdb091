import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeTree } from "./remove-tree.ts";
import { runProgram } from "./run-program.ts";

const MEBIBYTE = 1024 * 1024;
const IMAGE = "disk.img";
const MOUNT = "mount";
/** Nothing in it is a device or runs as somebody else. */
const OPTIONS = "loop,nosuid,nodev,noatime";

/** A user that files belong to. */
export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

/** Makes an image that begins with what is in another folder. The file is sparse: it takes up what is written to it. */
export async function makeImage(folder: string, diskMb: number, owner: FileOwner, content: string): Promise<void> {
  const image = join(folder, IMAGE);
  writeFileSync(image, "", { mode: 0o600, flag: "wx" });
  truncateSync(image, diskMb * MEBIBYTE);
  mkdirSync(join(folder, MOUNT), { mode: 0o711 });
  await runProgram("mkfs.ext4", ["-q", "-F", "-m", "0", "-E", `root_owner=${owner.uid}:${owner.gid}`, "-d", content, image]);
}

/** Whether a folder has an image. */
export function hasImage(folder: string): boolean {
  return existsSync(join(folder, IMAGE));
}

/** Mounts an image, if it is not mounted already, and gives the folder with its files; undefined where there is no image. */
export async function mountImage(folder: string): Promise<string | undefined> {
  const mount = join(folder, MOUNT);
  if (!hasImage(folder)) return undefined;
  if (!isMounted(mount)) await runProgram("mount", ["-t", "ext4", "-o", OPTIONS, join(folder, IMAGE), mount]);
  return mount;
}

/** Unmounts an image, if it is mounted. One that somebody still looks into goes when they are done. */
export async function unmountImage(folder: string): Promise<void> {
  const mount = join(folder, MOUNT);
  if (!isMounted(mount)) return;
  await runProgram("umount", [mount]).catch(() => runProgram("umount", ["--lazy", mount]));
}

/**
 * Tries whether images can be made and mounted here.
 *
 * @returns Why not, or undefined.
 */
export async function tryImages(folder: string): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return "Only root can mount a disk image.";
  try {
    await removeImageFolder(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    mkdirSync(join(folder, "content"));
    await makeImage(folder, 2, { uid: 0, gid: 0 }, join(folder, "content"));
    await mountImage(folder);
    await unmountImage(folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await removeImageFolder(folder);
  }
}

/** Deletes a folder that may have an image in it, mounted or not. */
export async function removeImageFolder(folder: string): Promise<void> {
  await unmountImage(folder);
  await removeTree(folder);
}

/** The kernel writes spaces and the like of a path as octal numbers. */
function isMounted(path: string): boolean {
  const points = readFileSync("/proc/self/mountinfo", "utf8").split("\n").map((line) => line.split(" ")[4] ?? "");
  return points.some((point) => point.replaceAll(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8))) === path);
}
