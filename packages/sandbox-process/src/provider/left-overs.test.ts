import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshName, processesOf } from "../testing/local-ground.ts";
import { LocalRig } from "../testing/local-rig.ts";
import { makeImage, mountImage } from "./file-system/disk-image.ts";

let rig: LocalRig;
beforeEach(async () => {
  rig = new LocalRig();
  await rig.open();
});
afterEach(() => rig.close());

const here = (...names: readonly string[]): string => join(rig.folder, ...names);
const mounts = (): string => readFileSync("/proc/self/mountinfo", "utf8");

test("a provider clears what another one had half made, mounted or not", async () => {
  await rig.provider.close();
  mkdirSync(here("filesystems", ".half", "files", "workspace"), { recursive: true });
  mkdirSync(here("instances", ".half"));
  if (process.getuid?.() === 0) {
    for (const folder of [here("trial"), here("filesystems", ".gone")]) {
      mkdirSync(join(folder, "content"), { recursive: true });
      await makeImage(folder, 2, { uid: 0, gid: 0 }, join(folder, "content"));
      await mountImage(folder);
    }
    expect(mounts()).toContain(rig.folder);
  }
  await rig.open();
  expect((await rig.exec(await rig.instance(), "echo usable")).stdout).toBe("usable\n");
  expect([readdirSync(here("filesystems")), readdirSync(here("instances"))].flat().filter((name) => name.startsWith("."))).toEqual([]);
  await rig.provider.close();
  expect(mounts()).not.toContain(rig.folder);
});

test("a file that was being written when its instance was killed is not there", async () => {
  const instance = await rig.instance();
  await rig.exec(instance, `life=\${AMBIT_SANDBOX##*~}; for root in /workspace /skills /tmp; do echo part > $root/.ambit-part-$life.1; mkdir -p $root/.ambit-part-$life.2/full; done; echo other > .ambit-part-other.1`);
  await rig.open();
  expect((await rig.exec(instance, "ls -A /workspace /skills /tmp/")).stdout).toBe("/skills:\n\n/tmp/:\n\n/workspace:\n.ambit-part-other.1\n");
});

test("a folder without a record is in nobody's way", async () => {
  const name = freshName();
  const files = await rig.fileSystem(name);
  rmSync(here("filesystems", name, "record.json"));
  await expect(rig.provider.create({ name, limits: rig.limits, fileSystem: files, signal: rig.signal })).rejects.toMatchObject({ code: "FILE_SYSTEM_GONE" });
  // It may hold somebody's files, so that it goes only when that is asked for.
  await expect(rig.fileSystem(name)).rejects.toMatchObject({ code: "SANDBOX_FAILED" });
  await rig.provider.destroyFileSystemByName(name, rig.signal);
  expect((await rig.fileSystem(name)).id).not.toBe(files.id);
});

test("files that are taken away under a running instance are lost, and not failing for ever", async () => {
  const name = freshName();
  const fileSystem = await rig.fileSystem(name);
  const spec = { name, limits: rig.limits, fileSystem, signal: rig.signal };
  const instance = await rig.provider.create(spec);
  renameSync(here("filesystems", name), here("aside"));
  for (const call of [rig.exec(instance, "true"), rig.provider.stat(instance, "/", rig.signal)]) await expect(call).rejects.toMatchObject({ code: "SANDBOX_GONE" });
  await expect(rig.provider.create(spec)).rejects.toMatchObject({ code: "FILE_SYSTEM_GONE" });
  expect(processesOf(instance)).toEqual([]);
  renameSync(here("aside"), here("filesystems", name));
  expect((await rig.exec(instance, "echo back")).stdout).toBe("back\n");
});

test("an instance with folders deeper than a path can name is destroyed", { timeout: 60_000 }, async () => {
  const name = freshName();
  const fileSystem = await rig.fileSystem(name);
  const instance = await rig.provider.create({ name, limits: rig.limits, fileSystem, signal: rig.signal });
  await rig.exec(instance, "cd /tmp; i=0; d=$(printf %0200d 0); while [ $i -lt 60 ]; do i=$((i+1)); mkdir $d && cd $d || exit 1; done");
  await rig.provider.destroy(instance, rig.signal);
  await rig.provider.destroyFileSystem(fileSystem, rig.signal);
  expect(existsSync(here("filesystems", name))).toBe(false);
});

test("the temporary files of an instance are its own, whoever had its name", async () => {
  const name = freshName();
  const spec = { name, limits: rig.limits, fileSystem: await rig.fileSystem(), signal: rig.signal };
  const first = await rig.provider.create(spec);
  await rig.exec(first, "echo mine > /tmp/mine");
  rmSync(here("instances", name), { recursive: true });
  const second = await rig.provider.create(spec);
  expect((await rig.exec(second, "ls -A /tmp/")).stdout).toBe("");
  expect(processesOf(first)).toEqual([]);
});

test("what is made while a provider closes is whole or not there, and nothing of it runs", async () => {
  const { provider } = rig;
  const name = freshName();
  const fileSystem = await rig.fileSystem(name);
  const made = provider.create({ name, limits: rig.limits, fileSystem, signal: rig.signal }).then((handle) => handle, () => undefined);
  const other = await rig.instance();
  await provider.suspend(other, rig.signal);
  const running = Array.from({ length: 5 }, () => rig.exec(other, "sleep 5").catch(() => undefined));
  await provider.close();
  const handle = await made;
  await Promise.all(running);
  for (const each of [handle, other]) if (each !== undefined) expect(processesOf(each)).toEqual([]);
  expect(mounts()).not.toContain(rig.folder);
  await rig.open();
  if (handle !== undefined) expect((await rig.exec(handle, "echo there")).stdout).toBe("there\n");
});
