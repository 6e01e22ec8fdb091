import { describe, expect, test } from "vitest";
import { shellSpec } from "../testing/confined-rig.ts";
import { createConfiner } from "./confiner.ts";
import { type Surroundings, examineLayers, kernelRelease } from "./examine-layers.ts";

const here: Surroundings = {
  platform: "linux",
  architecture: "x64",
  kernel: "6.1.0-18-amd64",
  uid: 1000,
  runAs: undefined,
  bubblewrap: "/usr/bin/bwrap",
  timeout: "/usr/bin/timeout",
  prlimit: "/usr/bin/prlimit",
  devices: { path: "/dev", forRoot: false },
  inherited: [],
  cgroups: undefined,
};

const missing = (changes: Partial<Surroundings>, trial?: string): string[] => examineLayers({ ...here, ...changes }, trial).flatMap((layer) => (layer.holds ? [] : [layer.name]));

describe("layers", () => {
  test("all but those of cgroups hold for a plain user with the three programs", () => {
    expect(missing({})).toEqual(["memory", "cpu"]);
  });

  test.each<[string, Partial<Surroundings>, string | undefined, string]>([
    ["another platform", { platform: "darwin" }, "It was not tried.", "namespaces"],
    ["no bubblewrap", { bubblewrap: undefined }, "It was not tried.", "namespaces"],
    ["another processor", { architecture: "riscv64" }, undefined, "seccomp"],
    ["no prlimit", { prlimit: undefined }, undefined, "rlimits"],
    ["no timeout", { timeout: undefined }, undefined, "time"],
    ["root without a pids controller", { uid: 0 }, undefined, "processes"],
    ["an old kernel", { kernel: "5.10.0" }, undefined, "processes"],
    ["root without devices of its own", { uid: 0, devices: undefined }, undefined, "user"],
  ])("%s is told", (_name, changes, trial, layer) => {
    expect(missing(changes, trial)).toContain(layer);
    for (const found of examineLayers({ ...here, ...changes }, trial)) if (!found.holds) expect(found.remedy).toMatch(/\.$/);
  });

  test("name what to install", () => {
    const [layer] = examineLayers({ ...here, bubblewrap: undefined }, "It was not tried.");
    expect(layer).toMatchObject({ holds: false, remedy: "Install bubblewrap: apt-get install bubblewrap." });
  });

  test("know this machine's kernel", () => {
    expect(kernelRelease()).toMatch(/^\d+\.\d+/);
  });
});

describe("a child is refused", () => {
  test("without bubblewrap, with the remedy", async () => {
    const confiner = createConfiner({ bubblewrap: "/nowhere/bwrap" });
    expect((await confiner.describe()).available).toBe(false);
    await expect(confiner.start(shellSpec("true"))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("apt-get install bubblewrap") as string });
    confiner.close();
  });

  test("when bubblewrap is another program", async () => {
    const confiner = createConfiner({ bubblewrap: "/usr/bin/false" });
    await expect(confiner.start(shellSpec("true"))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
    confiner.close();
  });

  test("without a layer that the integrator insists on", async () => {
    const confiner = createConfiner({ cgroupFolder: "/nowhere", require: ["memory"], ...(process.getuid?.() === 0 && { runAs: { uid: 61_234, gid: 61_234 } }) });
    expect((await confiner.describe()).available).toBe(true);
    await expect(confiner.start(shellSpec("true"))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("(memory)") as string });
    confiner.close();
  });

  test("without a way to bound processors, where it asks for one", async () => {
    const confiner = createConfiner({ cgroupFolder: "/nowhere", ...(process.getuid?.() === 0 && { runAs: { uid: 61_234, gid: 61_234 } }) });
    await expect(confiner.start(shellSpec("true", { limits: { cpus: 1 } }))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
    confiner.close();
  });

  test("once the confiner is closed", async () => {
    const confiner = createConfiner();
    confiner.close();
    await expect(confiner.start(shellSpec("true"))).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE" });
  });
});

test("where nothing but a limit of the user's bounds processes, root's children are refused and a plain user's are not", async () => {
  const confiner = createConfiner({ cgroupFolder: "/nowhere" });
  const isRoot = process.getuid?.() === 0;
  const layer = (await confiner.describe()).layers.find(({ name }) => name === "processes");
  expect(layer?.holds).toBe(!isRoot);
  const started = confiner.start(shellSpec("true")).then(async (child) => {
    child.stdout.resume();
    child.stderr.resume();
    return child.exited;
  });
  if (isRoot) await expect(started).rejects.toMatchObject({ code: "BACKEND_UNAVAILABLE", message: expect.stringContaining("(processes)") as string });
  else expect((await started).exitCode).toBe(0);
  confiner.close();
});
