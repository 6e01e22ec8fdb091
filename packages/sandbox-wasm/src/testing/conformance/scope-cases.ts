import assert from "node:assert/strict";
import { link, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PermissionsDeclaration } from "@ambit/api-types";
import { buildPreopens, type RootMount } from "@ambit/sandbox-permissions";
import { casesOf, type ConformanceCase, expectError, type Running, type Stage, type Subject, tryPath, withFolder, workspace } from "@ambit/conformance-suite";

/** Starts an instance with the preopens that its own policy comes to. */
async function startGranted(stage: Stage, permissions: PermissionsDeclaration, roots: Readonly<Record<string, RootMount>>): Promise<Running> {
  const { spec } = await stage.spec({ permissions });
  return stage.start({ permissions, preopens: buildPreopens(spec.policy, roots) });
}

const EXDEV = 75;
/** How far a folder reaches does not depend on the form of the module that holds it. */
function oneForm({ fixture }: Subject): boolean {
  return fixture.form === "wasm:preview1";
}

/** How far a preopen reaches. */
export const scopeCases: readonly ConformanceCase[] = casesOf("preopens", [
  {
    name: "the guest sees the granted roots by their names, and is refused writing unless the grant says so",
    about: oneForm,
    run: (stage) =>
      withFolder(async (folder) => {
        await writeFile(join(folder, "a.txt"), "hello");
        const running = await startGranted(stage, { files: [{ root: "notes", access: "read" }] }, { notes: { hostPath: folder }, workspace: { hostPath: folder } });
        assert.deepEqual(await running.tool("preopens"), ["/notes"]);
        assert.equal((await tryPath(running, "read", "/notes/a.txt")).text, "hello");
        assert.notEqual((await tryPath(running, "write", "/notes/a.txt")).errno, 0);
        assert.notEqual((await tryPath(running, "read", "/workspace/a.txt")).errno, 0);
      }),
  },
  {
    name: "a grant for a folder below a root reaches no further",
    about: oneForm,
    run: (stage) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "sub"));
        await writeFile(join(folder, "sub", "a.txt"), "below");
        await writeFile(join(folder, "b.txt"), "beside");
        const running = await startGranted(stage, { files: [{ root: "workspace", path: "sub", access: "write" }] }, { workspace: { hostPath: folder } });
        assert.deepEqual(await running.tool("preopens"), ["/workspace/sub"]);
        assert.equal((await tryPath(running, "read", "/workspace/sub/a.txt")).text, "below");
        for (const path of ["/workspace/b.txt", "/workspace/sub/../b.txt", "/workspace/sub/.."]) {
          for (const name of ["read", "write", "list"]) assert.notEqual((await tryPath(running, name, path)).errno, 0, `${name} of ${path}`);
        }
        assert.equal(await readFile(join(folder, "b.txt"), "utf8"), "beside");
      }),
  },
  {
    name: "a folder that is not there, is no folder, or leads out, is SAND_WASM_PREOPEN_DENIED, and its place is not told",
    about: oneForm,
    run: ({ spec, backend }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "root"));
        await mkdir(join(folder, "outside"));
        await writeFile(join(folder, "file"), "");
        await symlink("../outside", join(folder, "root", "out"));
        const denied = [workspace(join(folder, "nowhere"), "read"), workspace(join(folder, "file"), "read"), workspace(join(folder, "root"), "read", { path: ["out"] })];
        for (const preopen of denied) {
          const prepared = await spec({ preopens: [preopen] });
          const error = await expectError(backend.create(prepared.spec), "SAND_WASM_PREOPEN_DENIED");
          assert.ok(!error.message.includes(folder) && !JSON.stringify(error.details).includes(folder), error.message);
        }
      }),
  },
  {
    name: "fenced names are closed, in whatever case they are written",
    about: oneForm,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "Private"));
        await writeFile(join(folder, "Private", "key"), "secret");
        await writeFile(join(folder, "open.txt"), "open");
        const running = await start({ preopens: [workspace(folder, "write", { fenced: ["private"] })] });
        for (const path of ["Private/key", "private/key", "PRIVATE/new", "./Private/key", "x/../Private/key", "Private"]) {
          for (const name of ["read", "write", "list", "unlink"]) {
            const { errno, text } = await tryPath(running, name, `/workspace/${path}`);
            assert.notEqual(errno, 0, `${name} of ${path}`);
            assert.equal(text, "");
          }
        }
        assert.notEqual((await tryPath(running, "rename", "/workspace/Private", "/workspace/public")).errno, 0);
        assert.equal(await readFile(join(folder, "Private", "key"), "utf8"), "secret");
        assert.equal((await tryPath(running, "read", "/workspace/open.txt")).text, "open");
      }),
  },
  {
    name: "nothing moves or is linked from one preopen to another",
    about: oneForm,
    run: ({ start }) =>
      withFolder(async (folder) => {
        for (const name of ["one", "two"]) {
          await mkdir(join(folder, name));
          await writeFile(join(folder, name, "a.txt"), name);
        }
        const preopens = [workspace(join(folder, "one"), "write"), workspace(join(folder, "two"), "write", { guestPath: "/other" })];
        const running = await start({ preopens });
        assert.deepEqual(await running.tool("preopens"), ["/workspace", "/other"]);
        for (const name of ["rename", "link"]) assert.equal((await tryPath(running, name, "/workspace/a.txt", "/other/b.txt")).errno, EXDEV);
        assert.equal((await tryPath(running, "read", "/workspace/a.txt")).text, "one");
        assert.equal((await tryPath(running, "read", "/other/a.txt")).text, "two");
      }),
  },
  {
    name: "a folder that becomes a link to the outside while the guest runs is not followed",
    about: oneForm,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "root", "sub"), { recursive: true });
        await mkdir(join(folder, "outside"));
        await writeFile(join(folder, "root", "sub", "a.txt"), "inside");
        await writeFile(join(folder, "outside", "a.txt"), "secret");
        const running = await start({ preopens: [workspace(join(folder, "root"), "write")] });
        assert.equal((await tryPath(running, "read", "/workspace/sub/a.txt")).text, "inside");
        await rename(join(folder, "root", "sub"), join(folder, "root", "was"));
        await symlink("../outside", join(folder, "root", "sub"));
        for (const name of ["read", "write", "unlink"]) assert.notEqual((await tryPath(running, name, "/workspace/sub/a.txt")).errno, 0, name);
        assert.equal(await readFile(join(folder, "outside", "a.txt"), "utf8"), "secret");
      }),
  },
  {
    name: "links that the guest makes lead nowhere but inside",
    about: oneForm,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "root"));
        await writeFile(join(folder, "secret.txt"), "secret");
        const running = await start({ preopens: [workspace(join(folder, "root"), "write")] });
        for (const [index, target] of ["../secret.txt", join(folder, "secret.txt"), "/etc/passwd", ".."].entries()) {
          await tryPath(running, "symlink", `/workspace/l${index}`, target);
          const path = `/workspace/l${index}${target === ".." ? "/secret.txt" : ""}`;
          for (const name of ["read", "append"]) assert.notEqual((await tryPath(running, name, path)).errno, 0, `${name} through a link to ${target}`);
          // Where the link was not made, this makes a plain file inside.
          await tryPath(running, "write", path);
        }
        assert.equal(await readFile(join(folder, "secret.txt"), "utf8"), "secret");
      }),
  },
  {
    name: "a file with a second name outside can be read, and not written",
    about: oneForm,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "root"));
        await writeFile(join(folder, "outside.txt"), "shared");
        await link(join(folder, "outside.txt"), join(folder, "root", "inside.txt"));
        const running = await start({ preopens: [workspace(join(folder, "root"), "write")] });
        assert.equal((await tryPath(running, "read", "/workspace/inside.txt")).text, "shared");
        for (const name of ["write", "append", "truncate", "setSize"]) assert.notEqual((await tryPath(running, name, "/workspace/inside.txt")).errno, 0, name);
        assert.equal(await readFile(join(folder, "outside.txt"), "utf8"), "shared");
      }),
  },
  {
    name: "a preopen whose folder is removed fails, and takes nothing else in its place",
    about: oneForm,
    run: ({ start }) =>
      withFolder(async (folder) => {
        await mkdir(join(folder, "root"));
        const running = await start({ preopens: [workspace(join(folder, "root"), "write")] });
        await rm(join(folder, "root"), { recursive: true });
        await mkdir(join(folder, "root"));
        await writeFile(join(folder, "root", "a.txt"), "another");
        assert.notEqual((await tryPath(running, "write", "/workspace/new.txt")).errno, 0);
        assert.equal((await tryPath(running, "read", "/workspace/a.txt")).text, "");
        assert.equal(await running.tool("echo", { value: 1 }), 1);
      }),
  },
]);
