import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { chmod, type FileHandle, lstat, open, opendir, rename, rmdir, unlink } from "node:fs/promises";

/** Linux' `O_PATH`, which Node.js has no constant for: names a folder without opening it. */
const PATH_ONLY = 0o10000000;
const NAME_FOLDER = PATH_ONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const OWNER_ALL = 0o700;
/** Names that are read from a folder at once. */
const BATCH = 256;
const ABSENT: ReadonlySet<string | undefined> = new Set(["ENOENT"]);
const NO_FOLDER: ReadonlySet<string | undefined> = new Set(["ENOTDIR", "ELOOP"]);

/**
 * Deletes a folder of a guest's with everything in it. Each step is one name in a folder that is held open, so no link is followed, whatever is put
 * in the place of what; folders within folders are moved up before they are emptied, so no path grows, however deep they lie. Nothing happens where nothing is there.
 *
 * @param path its folder belongs to the host.
 */
export async function removeTree(path: string): Promise<void> {
  const found = await lstat(path).catch(none);
  if (found === undefined) return;
  if (!found.isDirectory()) return unlink(path);
  const root = await holdFolder(path);
  try {
    while (!(await removed(path))) {
      if ((await emptyFolder(root, root)) === 0 && !(await removed(path))) throw new Error("A folder of a sandbox cannot be emptied.");
    }
  } finally {
    await root.close();
  }
}

/** A folder by descriptor, with all rights of its owner. */
async function holdFolder(path: Buffer | string): Promise<FileHandle> {
  const named = await open(path, NAME_FOLDER);
  try {
    // A guest may have closed it to its owner.
    await chmod(held(named), OWNER_ALL);
    return await open(held(named), constants.O_RDONLY | constants.O_DIRECTORY);
  } finally {
    await named.close();
  }
}

/** Takes everything out of a folder; folders in it go up to the root first, one by one. Tells how many names are gone. */
async function emptyFolder(folder: FileHandle, root: FileHandle): Promise<number> {
  let gone = 0;
  // Read as bytes: names need not be text.
  const names = await opendir(held(folder), { encoding: "buffer" as BufferEncoding, bufferSize: BATCH });
  for await (const entry of names) {
    const place = inside(folder, entry.name as unknown as Buffer);
    const isFolder = !(await unlinked(place));
    if (isFolder && folder === root) await removeFolder(place, root);
    else if (isFolder) await moveUp(place, root);
    gone++;
  }
  return gone;
}

/** Empties a folder that lies in the root and removes it. */
async function removeFolder(place: Buffer, root: FileHandle): Promise<void> {
  const folder = await holdFolder(place).catch(noFolder);
  if (folder === undefined) return void (await unlinked(place));
  try {
    await emptyFolder(folder, root);
  } finally {
    await folder.close();
  }
  await removed(place);
}

async function moveUp(place: Buffer, root: FileHandle): Promise<void> {
  const target = inside(root, Buffer.from(`.${randomUUID()}`));
  try {
    await rename(place, target);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ABSENT.has(code)) return;
    if (code !== "EACCES") throw error;
    // Its owner may not write to it, which a move to another folder needs.
    const folder = await holdFolder(place).catch(noFolder);
    if (folder === undefined) return;
    await folder.close();
    await rename(place, target).catch(none);
  }
}

/** False for a folder, which is left where it is. */
async function unlinked(place: Buffer | string): Promise<boolean> {
  try {
    await unlink(place);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ABSENT.has(code)) return true;
    if (code === "EISDIR" || code === "EPERM") return false;
    throw error;
  }
}

/** False for a folder that is not empty. What was put in the place of one meanwhile goes as what it is. */
async function removed(place: Buffer | string): Promise<boolean> {
  try {
    await rmdir(place);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (ABSENT.has(code)) return true;
    if (NO_FOLDER.has(code)) return unlinked(place);
    if (code === "ENOTEMPTY" || code === "EEXIST") return false;
    throw error;
  }
}

/** Something else is in its place by now, or nothing. */
function noFolder(error: NodeJS.ErrnoException): undefined {
  if (!ABSENT.has(error.code) && !NO_FOLDER.has(error.code)) throw error;
}

function none(error: NodeJS.ErrnoException): undefined {
  if (!ABSENT.has(error.code)) throw error;
}

function held(folder: FileHandle): string {
  return `/proc/self/fd/${folder.fd}`;
}

function inside(folder: FileHandle, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${held(folder)}/`), name]);
}
