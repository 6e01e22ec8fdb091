import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { VenvStore } from "../script-tool/python/venv-store.ts";
import { ConfinedRig } from "../testing/confined-rig.ts";
import { HostProcess, until } from "../testing/host-process.ts";
import { CgroupParent } from "./cgroup/cgroup-parent.ts";
import { ownControllerFolders } from "./cgroup/cgroup-hierarchies.ts";

const rig = new ConfinedRig();
afterAll(() => rig.close());

/** A number that no process has any more. */
const deadPid = (): number => Number(execFileSync("/bin/sh", ["-c", "echo $$"], { encoding: "utf8" }));

const groupsOf = (pid: number): string[] => Object.values(ownControllerFolders()).flatMap(({ folder }) => readdirSync(folder).filter((name) => name.startsWith(`ambit-${pid}-`)));

describe("what a killed host leaves", () => {
  test("in cgroups is removed by the next", async () => {
    const host = new HostProcess({ line: "echo begun; sleep 600", changes: {}, options: {} });
    await host.printed("begun");
    const pid = host.process.pid ?? 0;
    const limitedByCgroup = host.text.includes("cgroup version");
    expect(groupsOf(pid).length > 0).toBe(limitedByCgroup);
    host.process.kill("SIGKILL");
    await host.ended();
    // Its children may be just ending.
    await until(() => {
      new CgroupParent();
      return groupsOf(pid).length === 0;
    }, 5000);
  });

  test("of half an environment is removed by the next store", () => {
    const folder = rig.folder();
    mkdirSync(`${folder}/building-${deadPid()}-abc/venv`, { recursive: true });
    mkdirSync(`${folder}/building-${process.pid}-def`);
    new VenvStore({ confiner: rig.confiner, folder, index: new URL("https://index.example.dev/simple"), resolve: async () => [] });
    expect(readdirSync(folder)).toEqual([`building-${process.pid}-def`]);
  });
});

test("two confiners of one host do not get in each other's way", async () => {
  const other = new ConfinedRig();
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? rig : other).shell(`exit ${index}`)));
  expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  other.close();
});

test("ten children at once, over and over, leave no process, group or descriptor", async () => {
  const descriptors = (): number => readdirSync("/proc/self/fd").length;
  await Promise.all(Array.from({ length: 10 }, () => rig.shell("exit 0")));
  const before = descriptors();
  for (let round = 0; round < 5; round++) {
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, index) => rig.shell(`sleep 0.0${index} & exit ${index}`)));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
  expect(descriptors()).toBeLessThanOrEqual(before);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(groupsOf(process.pid)).toEqual([]);
});
