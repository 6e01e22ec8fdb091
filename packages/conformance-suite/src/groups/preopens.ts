import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Preopen } from "@ambit/api-types";
import { withFolder } from "../sandbox/host-folder.ts";
import { casesOf, type ConformanceCase, type Subject } from "../sandbox/conformance-case.ts";
import type { Running } from "../sandbox/stage.ts";

/** What the fixture's tool `path` reports: a WASI error number, 0 for success, and what was read. */
export interface PathReport {
  readonly errno: number;
  readonly text: string;
}

/** Tries one function on a path inside the guest. */
export async function tryPath(running: Running, name: string, path: string, other = ""): Promise<PathReport> {
  return (await running.tool("path", { function: name, path, other })) as unknown as PathReport;
}

/** A folder as a guest's `/workspace`. */
export function workspace(hostPath: string, access: "read" | "write", more: Partial<Preopen> = {}): Preopen {
  return { guestPath: "/workspace", hostPath, path: [], access, fenced: [], ...more };
}

/** Bytes that the fixture's `write` and `append` write. */
const CONTENT = 20;

/** WASI's `EFBIG`. */
const FILE_TOO_LARGE = 22;

const hasPreopens = ({ supports, fixture }: Subject): boolean => supports.preopens && fixture.wasi;

/** The folders that a guest sees, and nothing outside them. */
export const preopenCases: readonly ConformanceCase[] = casesOf("preopens", [
  {
    name: "a guest reads below a preopen, by the guest's name of it",
    about: hasPreopens,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "sub"));
        await writeFile(join(folder, "sub", "a.txt"), "héllo");
        const running = await start({ preopens: [workspace(folder, "read")] });
        assert.deepEqual(await running.tool("preopens"), ["/workspace"]);
        assert.deepEqual(await tryPath(running, "read", "/workspace/sub/a.txt"), { errno: 0, text: "héllo" });
        assert.match((await tryPath(running, "list", "/workspace")).text, /^(\.\n\.\.\n)?sub$/);
      }),
  },
  {
    name: "a read-only preopen takes no write, and the folder stays as it was",
    about: hasPreopens,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await writeFile(join(folder, "a.txt"), "original");
        const running = await start({ preopens: [workspace(folder, "read")] });
        for (const name of ["write", "append", "truncate", "unlink", "create", "mkdir"]) {
          const path = name === "create" || name === "mkdir" ? "/workspace/new" : "/workspace/a.txt";
          assert.notEqual((await tryPath(running, name, path)).errno, 0, `${name} succeeded`);
        }
        assert.deepEqual(await readdir(folder), ["a.txt"]);
        assert.equal(await readFile(join(folder, "a.txt"), "utf8"), "original");
      }),
  },
  {
    name: "a write through a writable preopen lands in its folder",
    about: hasPreopens,
    run: ({ start }) =>
      withFolder(async (folder) => {
        const running = await start({ preopens: [workspace(folder, "write")] });
        assert.equal((await tryPath(running, "write", "/workspace/new.txt")).errno, 0);
        assert.equal(await readFile(join(folder, "new.txt"), "utf8"), "written by the guest");
        assert.equal((await tryPath(running, "mkdir", "/workspace/sub")).errno, 0);
        assert.equal((await tryPath(running, "rename", "/workspace/new.txt", "/workspace/sub/moved.txt")).errno, 0);
        assert.deepEqual(await readdir(join(folder, "sub")), ["moved.txt"]);
        assert.equal((await tryPath(running, "unlink", "/workspace/sub/moved.txt")).errno, 0);
        assert.deepEqual(await readdir(join(folder, "sub")), []);
      }),
  },
  {
    name: "fileBytes bounds what a guest makes of a file: to the byte, at its end, and however often it asks",
    // A component's write is done whole or refused.
    about: (subject) => hasPreopens(subject) && subject.fixture.kind !== "wasm:component",
    run: async ({ start }) => {
      for (const fileBytes of [CONTENT - 1, CONTENT, CONTENT + 1, CONTENT * 2]) {
        await withFolder(async (folder) => {
          const running = await start({ preopens: [workspace(folder, "write")], limits: { fileBytes } });
          assert.equal((await tryPath(running, "write", "/workspace/a.txt")).errno, 0);
          for (let times = 0; times < 3; times++) await tryPath(running, "append", "/workspace/a.txt");
          assert.equal((await readFile(join(folder, "a.txt"))).length, fileBytes);
          assert.equal((await tryPath(running, "append", "/workspace/a.txt")).errno, FILE_TOO_LARGE);
          assert.deepEqual(await tryPath(running, "read", "/workspace/a.txt"), { errno: 0, text: "written by the guest".repeat(2).slice(0, fileBytes) });
        });
      }
    },
  },
  {
    name: "no way leads out of a preopen: neither .. nor an absolute path nor a link",
    about: hasPreopens,
    run: ({ start }) =>
      withFolder(async (folder) => {
        const inside = join(folder, "inside");
        await mkdir(join(inside, "sub"), { recursive: true });
        await writeFile(join(folder, "secret.txt"), "secret");
        await symlink("../secret.txt", join(inside, "relative"));
        await symlink(join(folder, "secret.txt"), join(inside, "absolute"));
        await symlink("..", join(inside, "up"));
        const running = await start({ preopens: [workspace(inside, "write")] });
        const ways = ["../secret.txt", "sub/../../secret.txt", "relative", "absolute", "up/secret.txt", "./../secret.txt", "relative/"];
        for (const way of ways) {
          for (const name of ["read", "append", "write"]) {
            const report = await tryPath(running, name, `/workspace/${way}`);
            assert.notEqual(report.errno, 0, `${name} of ${way} succeeded`);
            assert.equal(report.text, "");
          }
        }
        for (const way of ["/etc/passwd", join(folder, "secret.txt"), "../secret.txt"]) assert.notEqual((await tryPath(running, "readRaw", way)).errno, 0, way);
        assert.equal(await readFile(join(folder, "secret.txt"), "utf8"), "secret");
      }),
  },
  {
    name: "a guest without preopens, or of a backend that has none, sees no folder of the host",
    about: ({ supports, fixture }) => !supports.preopens || !fixture.wasi,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await writeFile(join(folder, "a.txt"), "hello");
        const running = await start({ preopens: [workspace(folder, "read")] });
        const report = await running.tool("hostCall", { method: "fs/read", params: { root: "workspace", path: "a.txt" } });
        assert.equal((report as { readonly code?: string }).code, "PERMISSION_DENIED");
        assert.deepEqual(await running.tool(running.spec.run && "js" in running.spec.run ? "authority" : "preopens"), []);
      }),
  },
]);
