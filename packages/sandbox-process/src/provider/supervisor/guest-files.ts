import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, realpath, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FailureReason, ReadAnswer, StatAnswer } from "./requests.ts";

const CHUNK_BYTES = 64 * 1024;

/** Where a file lies until it is whole: in the root of the mount that its place is in, so that moving it replaces at once, and so that it is found there. */
const MOUNTS: readonly string[] = ["/workspace", "/skills", "/temp"];
/** No room: on the disk, for this user, or for a file of that size. */
const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** A failure whose words may be shown. */
export class FileFailure extends Error {
  readonly reason: FailureReason;

  constructor(message: string, reason: FailureReason = "files") {
    super(message);
    this.reason = reason;
  }
}

/** Reads a file piece by piece. A pipe or device is never opened for waiting, and refused. */
export async function readInto(path: string, maxBytes: number, take: (piece: Buffer) => Promise<void>): Promise<ReadAnswer> {
  const handle = await openOrNothing(path);
  if (handle === undefined) return { found: false, truncated: false };
  try {
    const found = await handle.stat();
    if (found.isDirectory()) return { found: false, truncated: false };
    if (!found.isFile()) throw new FileFailure("It is neither a file nor a folder.");
    return { found: true, truncated: await copy(handle, maxBytes, take) };
  } finally {
    await handle.close();
  }
}

async function openOrNothing(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") return undefined;
    throw new FileFailure(`It cannot be read (${code ?? "unknown"}).`);
  }
}

/** Tells whether there was more than was wanted. Asks the file itself rather than for its size, which some files do not have. */
async function copy(handle: FileHandle, maxBytes: number, take: (piece: Buffer) => Promise<void>): Promise<boolean> {
  let left = maxBytes;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(Math.min(CHUNK_BYTES, left + 1)));
    if (bytesRead === 0) return false;
    if (left > 0) await take(buffer.subarray(0, Math.min(bytesRead, left)));
    if (bytesRead > left) return true;
    left -= bytesRead;
  }
}

/** Looks at a path, links followed. */
export async function statOf(path: string): Promise<StatAnswer> {
  try {
    const found = await stat(path);
    const kind = found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";
    return { kind, size: kind === "file" ? found.size : 0, modifiedAt: Math.trunc(found.mtimeMs) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new FileFailure(`It cannot be looked at (${code ?? "unknown"}).`);
  }
}

/** A file that is being written: it is beside its place until it is whole. */
export class FileWriting {
  readonly #target: string;
  readonly #part: string;
  readonly #handle: FileHandle;

  private constructor(target: string, part: string, handle: FileHandle) {
    this.#target = target;
    this.#part = part;
    this.#handle = handle;
  }

  /** Makes the folders above and begins. A link is followed, and the mode of a file that is there is kept. */
  static async begin(path: string, partPrefix: string): Promise<FileWriting> {
    return failing(async () => {
      await mkdir(dirname(path), { recursive: true });
      const target = await realpath(path).catch(() => path);
      const before = await stat(target).catch(() => undefined);
      if (before?.isDirectory() === true || path.endsWith("/")) throw new FileFailure("It is a folder.");
      if (before !== undefined && !before.isFile()) throw new FileFailure("It is neither a file nor a folder.");
      const { part, handle } = await openPart(target, partPrefix);
      if (before !== undefined) await handle.chmod(before.mode & 0o777);
      return new FileWriting(target, part, handle);
    });
  }

  async write(piece: Uint8Array): Promise<void> {
    await failing(() => this.#handle.writeFile(piece));
  }

  /** Puts the file in its place. */
  async finish(): Promise<void> {
    await failing(async () => {
      await this.#handle.close();
      await rename(this.#part, this.#target);
    });
  }

  /** Leaves everything as it was. */
  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await unlink(this.#part).catch(() => undefined);
  }
}

async function openPart(target: string, partPrefix: string): Promise<{ readonly part: string; readonly handle: FileHandle }> {
  const mount = MOUNTS.find((root) => target.startsWith(`${root}/`)) ?? dirname(target);
  const part = join(mount, `${partPrefix}${randomUUID()}`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  return { part, handle: await open(part, flags, 0o644) };
}

async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileFailure) throw error;
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new FileFailure(`It cannot be written (${code}).`, FULL.has(code) ? "full" : "files");
  }
}
