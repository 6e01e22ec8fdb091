import { type Dirent, type Stats, lstatSync } from "node:fs";
import { opendir } from "node:fs/promises";

/** One file that a script made or changed. */
export interface FileChange {
  readonly kind: "created" | "modified";
  /** Below the workspace, with `/`. Bytes of a name that are no UTF-8 are replaced. */
  readonly path: string;
}

/** Modification times in nanoseconds by path; a path is a string of bytes. */
export type WorkspaceSnapshot = ReadonlyMap<string, bigint>;

const MOST_FILES = 5000;
/** Entries of any kind looked at, so that a workspace of folders alone does not hold a call up. */
const MOST_ENTRIES = 50_000;
const DEEPEST = 2;

/** The files of a workspace, two levels of folders down, names with a leading dot skipped. Links are not followed, and are no files. */
export async function takeSnapshot(workspace: string): Promise<WorkspaceSnapshot> {
  const found = new Map<string, bigint>();
  const queue: { readonly path: Buffer; readonly depth: number }[] = [{ path: Buffer.alloc(0), depth: 0 }];
  let looked = 0;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for await (const name of namesIn(absolute(workspace, next.path))) {
      if (found.size >= MOST_FILES || ++looked > MOST_ENTRIES) return found;
      if (name[0] === 0x2e) continue;
      const path = next.path.length === 0 ? name : Buffer.concat([next.path, Buffer.from("/"), name]);
      const stats = lookAt(absolute(workspace, path));
      if (stats?.isFile() === true) found.set(path.toString("latin1"), stats.mtimeNs);
      else if (stats?.isDirectory() === true && next.depth < DEEPEST) queue.push({ path, depth: next.depth + 1 });
    }
  }
  return found;
}

/** What is new or has another time, in order of the paths. */
export function compareSnapshots(before: WorkspaceSnapshot, after: WorkspaceSnapshot): FileChange[] {
  return [...after]
    .filter(([path, time]) => before.get(path) !== time)
    .map(([path]): FileChange => ({ kind: before.has(path) ? "modified" : "created", path: Buffer.from(path, "latin1").toString() }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Names as bytes: not every name is text. One by one, however many there are. A folder that cannot be read has none. */
async function* namesIn(folder: Buffer): AsyncGenerator<Buffer> {
  try {
    // The types know of texts alone here.
    const entries = (await opendir(folder as unknown as string, { encoding: "buffer" as BufferEncoding })) as AsyncIterable<Dirent<string | Buffer>>;
    for await (const { name } of entries) yield Buffer.isBuffer(name) ? name : Buffer.from(name);
  } catch {
    return;
  }
}

function lookAt(path: Buffer): (Stats & { readonly mtimeNs: bigint }) | undefined {
  try {
    return lstatSync(path, { bigint: true }) as unknown as Stats & { readonly mtimeNs: bigint };
  } catch {
    return undefined;
  }
}

function absolute(workspace: string, path: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${workspace}/`), path]);
}
