import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LocalFileSystems } from "./local-file-systems.ts";
import { removeTree } from "./remove-tree.ts";

const limits = { cpu: 1, memoryMb: 64, diskMb: 4, egress: "none", allowHosts: [] } as const;
let folder = "";
let fileSystems: LocalFileSystems;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ambit-file-systems-"));
  fileSystems = new LocalFileSystems({ folder, owner: { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }, mode: 0o700, disk: undefined });
});
afterEach(async () => {
  await fileSystems.close();
  await removeTree(folder);
});

const mounts = (): string[] => readFileSync("/proc/self/mountinfo", "utf8").split("\n").filter((line) => line.includes(folder));

test("several that make one file system reachable at once do it once", async () => {
  const { id } = await fileSystems.make("files", limits);
  await Promise.all(["a", "b", "c", "d"].map((name) => fileSystems.mount(id, { id: name, name })));
  expect(mounts().length).toBe((await fileSystems.imageRefusal()) === undefined ? 1 : 0);
});

test.each([0, 1, 2, 4, 6, 9, 13])("files that somebody was about to use %i ms ago are deleted, with no mount left", async (millis) => {
  for (let round = 0; round < 3; round++) {
    const { id } = await fileSystems.make("files", limits);
    const mounting = fileSystems.mount(id, { id: "instance~1", name: "instance" }).catch((error: unknown) => error);
    await pause(millis);
    const gone = fileSystems.withdraw("files");
    expect(gone?.id).toBe(id);
    if (gone !== undefined) await fileSystems.discard(gone);
    await mounting;
    expect([mounts(), readdirSync(join(folder, "filesystems"))]).toEqual([[], []]);
  }
});
