import assert from "node:assert/strict";
import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { casesOf, type ConformanceCase, type Stage, type Subject, tryPath, withFolder, workspace } from "@ambit/conformance-suite";
import { folderSnapshot } from "./folder-snapshot.ts";

/** One way to touch a folder, and whether it changes something through a writable preopen. */
interface Attempt {
  readonly name: string;
  readonly path: string;
  readonly other?: string;
  /** `never`: refused through a writable preopen too, since the handle was opened for reading or nothing keeps the promise. */
  readonly writes: "yes" | "never";
}

const attempts: readonly Attempt[] = [
  { name: "write", path: "/workspace/a.txt", writes: "yes" },
  { name: "create", path: "/workspace/new.txt", writes: "yes" },
  { name: "append", path: "/workspace/a.txt", writes: "yes" },
  { name: "truncate", path: "/workspace/a.txt", writes: "yes" },
  { name: "setSize", path: "/workspace/a.txt", writes: "yes" },
  { name: "touch", path: "/workspace/a.txt", writes: "yes" },
  { name: "mkdir", path: "/workspace/new", writes: "yes" },
  { name: "rmdir", path: "/workspace/empty", writes: "yes" },
  { name: "unlink", path: "/workspace/a.txt", writes: "yes" },
  { name: "rename", path: "/workspace/a.txt", other: "/workspace/sub/moved.txt", writes: "yes" },
  { name: "link", path: "/workspace/a.txt", other: "/workspace/second.txt", writes: "yes" },
  { name: "symlink", path: "/workspace/soft", other: "a.txt", writes: "yes" },
  { name: "writeToReader", path: "/workspace/a.txt", writes: "never" },
  { name: "setReaderSize", path: "/workspace/a.txt", writes: "never" },
  { name: "allocate", path: "/workspace/a.txt", writes: "never" },
];

/** Functions that only look. */
const looks: readonly (readonly [string, string])[] = [
  ["read", "/workspace/sub/b.txt"],
  ["stat", "/workspace/a.txt"],
  ["list", "/workspace/sub"],
  ["readlink", "/workspace/link"],
];

/** Makes a folder's content anew; the folder itself stays, since a guest holds it. */
async function plant(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
  await mkdir(join(folder, "sub"));
  await mkdir(join(folder, "empty"));
  await writeFile(join(folder, "a.txt"), "original");
  await writeFile(join(folder, "sub", "b.txt"), "below");
  await symlink("a.txt", join(folder, "link"));
}

/** Tries everything through one preopen, and looks each time at what became of the folder. */
function tryAll({ start }: Stage, access: "read" | "write"): Promise<void> {
  return withFolder(async (folder) => {
    const running = await start({ preopens: [workspace(folder, access)] });
    for (const { name, path, other, writes } of attempts) {
      await plant(folder);
      const before = await folderSnapshot(folder);
      const { errno } = await tryPath(running, name, path, other);
      const changes = access === "write" && writes === "yes";
      assert.equal(errno === 0, changes, `${name} through a ${access} preopen gave ${errno}`);
      const after = await folderSnapshot(folder);
      if (changes) assert.notDeepEqual(after, before, `${name} changed nothing`);
      else assert.deepEqual(after, before, `${name} changed the folder`);
    }
    await plant(folder);
    for (const [name, path] of looks) assert.equal((await tryPath(running, name, path)).errno, 0, `${name} through a ${access} preopen`);
    assert.equal((await tryPath(running, "read", "/workspace/link")).text, "original");
  });
}

/** Read-only and writable preopens, function by function. */
export const accessCases: readonly ConformanceCase[] = casesOf("preopens", [
  {
    name: "a read-only preopen refuses every function that could write, and lets those look that only look",
    about: isWasi,
    run: (stage) => tryAll(stage, "read"),
  },
  {
    name: "a writable preopen lets every function write that was opened for it, and no other",
    about: isWasi,
    run: (stage) => tryAll(stage, "write"),
  },
]);

function isWasi({ fixture }: Subject): boolean {
  return fixture.wasi;
}
