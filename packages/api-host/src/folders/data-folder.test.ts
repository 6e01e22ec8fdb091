import { spawnSync } from "node:child_process";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshFolder } from "../testing/plugin-folder.ts";
import { DataFolder } from "./data-folder.ts";

test("temp folders are private, each its instance's, and go with it", async () => {
  const place = await freshFolder();
  const data = await DataFolder.open(place);
  const folder = await data.makeTemp("one");
  expect((await stat(folder)).mode & 0o077).toBe(0);
  await writeFile(join(folder, "a"), "x");
  const outside = join(place, "outside");
  await writeFile(outside, "stays");
  await symlink(outside, join(folder, "link"));
  await expect(data.makeTemp("one")).rejects.toThrow(/EEXIST/);
  await data.removeTemp("one");
  await expect(stat(folder)).rejects.toThrow(/ENOENT/);
  expect((await stat(outside)).isFile()).toBe(true);
  await data.close();
  expect(await readdir(join(place, "temp"))).toEqual([]);
});

test("what a killed host left is removed, what a living one has is not", async () => {
  const place = await freshFolder();
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  for (const name of [`${dead}-x`, `${process.ppid}-x`]) await mkdir(join(place, "temp", name, "instance"), { recursive: true });
  const data = await DataFolder.open(place);
  const names = await readdir(join(place, "temp"));
  expect(names).toContain(`${process.ppid}-x`);
  expect(names).not.toContain(`${dead}-x`);
  await data.close();
});

test("a folder of its own goes at the end", async () => {
  const data = await DataFolder.open();
  expect((await stat(data.bundles)).isDirectory()).toBe(true);
  await data.close();
  await expect(stat(data.bundles)).rejects.toThrow(/ENOENT/);
});

test("a place that cannot be written is the configuration's fault", async () => {
  const file = join(await freshFolder(), "file");
  await writeFile(file, "");
  await expect(DataFolder.open(join(file, "below"))).rejects.toMatchObject({ code: "HOST_CONFIG_INVALID" });
});

/** Goes down one folder at a time, as plugins do: deeper than any path can say. */
function makeDeep(folder: string, depth: number): void {
  const program = `for (let level = 0; level < ${depth}; level++) {
    const name = String(level).padEnd(200, "d");
    fs.writeFileSync("file", "x");
    fs.mkdirSync(name);
    process.chdir(name);
  }`;
  expect(spawnSync(process.execPath, ["-e", program], { cwd: folder }).status).toBe(0);
}

test("a tree that is deeper than a path can say goes with its instance", async () => {
  const place = await freshFolder();
  const data = await DataFolder.open(place);
  const folder = await data.makeTemp("one");
  makeDeep(folder, 120);
  await symlink("/", join(folder, "link"));
  await data.removeTemp("one");
  await expect(stat(folder)).rejects.toThrow(/ENOENT/);
  await data.close();
});

test("nor does one that a killed host left keep the next host from its start", async () => {
  const place = await freshFolder();
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const left = join(place, "temp", `${dead}-x`);
  await mkdir(left, { recursive: true });
  makeDeep(left, 60);
  const data = await DataFolder.open(place);
  expect(await readdir(join(place, "temp"))).not.toContain(`${dead}-x`);
  await data.close();
});
