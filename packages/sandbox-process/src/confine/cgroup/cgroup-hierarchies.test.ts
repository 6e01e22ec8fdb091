import { expect, test } from "vitest";
import { ownControllerFolders } from "./cgroup-hierarchies.ts";

test("version 2 alone: all controllers below the one group", () => {
  const folder = "/sys/fs/cgroup/user.slice/ambit.service";
  expect(ownControllerFolders("29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n", "0::/user.slice/ambit.service\n")).toEqual({
    pids: { version: 2, folder },
    memory: { version: 2, folder },
    cpu: { version: 2, folder },
  });
});

test("both versions: a controller is where version 1 has it, and its memory controller is not used", () => {
  const mounts = [
    "30 29 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct",
    "31 29 0:28 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids",
    "32 29 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
    "33 29 0:30 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw",
  ].join("\n");
  const found = ownControllerFolders(mounts, "8:pids:/a\n4:memory:/b\n2:cpu,cpuacct:/c\n0::/d\n");
  expect(found.pids).toEqual({ version: 1, folder: "/sys/fs/cgroup/pids/a" });
  expect(found.cpu).toEqual({ version: 1, folder: "/sys/fs/cgroup/cpu,cpuacct/c" });
  expect(found.memory).toEqual({ version: 2, folder: "/sys/fs/cgroup/unified/d" });
});

test("a container that sees a part of the hierarchy", () => {
  const mounts = "33 29 0:30 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw";
  expect(ownControllerFolders(mounts, "0::/docker/abc/inner\n").pids?.folder).toBe("/sys/fs/cgroup/inner");
  expect(ownControllerFolders(mounts, "0::/elsewhere\n")).toEqual({});
});

test("no cgroups at all", () => {
  expect(ownControllerFolders("", "")).toEqual({});
});
