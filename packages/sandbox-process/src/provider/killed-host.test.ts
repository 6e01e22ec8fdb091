import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { ownControllerFolders } from "../confine/cgroup/cgroup-hierarchies.ts";
import type { DoomedStage } from "../testing/doomed-provider.ts";
import { freshName } from "../testing/local-ground.ts";
import { LocalRig } from "../testing/local-rig.ts";
import { createLocalProvider, type LocalProvider } from "./index.ts";
import { INSTANCE_VARIABLE } from "./instance/instance-view.ts";

const script = fileURLToPath(new URL("../testing/doomed-provider.ts", import.meta.url));
const rig = new LocalRig();
const limits = { cpu: 1, memoryMb: 128, diskMb: 64, egress: "none", allowHosts: [] } as const;
afterAll(() => rmSync(rig.folder, { recursive: true, force: true }));

/** Milliseconds after a stage has begun at which its host is killed. */
const DELAYS: readonly number[] = [0, 8, 40, 150];

/** Starts a host, and kills it so long after it has begun with a stage. */
async function killedHost(name: string, stage: DoomedStage, delay: number): Promise<number> {
  const host: ChildProcess = spawn(process.execPath, ["--conditions=@ambit/source", "--no-warnings", script, rig.folder, name, stage], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(host, "exit");
  let said = "";
  await new Promise<void>((resolve, reject) => {
    host.stdout?.on("data", (piece: Buffer) => {
      said += piece.toString();
      if (said.includes("ready")) resolve();
    });
    host.once("exit", () => reject(new Error(`The host ended by itself: ${said}`)));
  });
  await new Promise((resolve) => setTimeout(resolve, delay));
  host.kill("SIGKILL");
  await ended;
  return host.pid ?? 0;
}

/** Processes of instances with this name. */
function processesOf(name: string): number[] {
  return readdirSync("/proc").map(Number).filter((pid) => Number.isInteger(pid) && read(`/proc/${pid}/environ`).includes(`${INSTANCE_VARIABLE}=${name}~`));
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

const groupsOf = (pid: number): string[] => Object.values(ownControllerFolders()).flatMap(({ folder }) => readdirSync(folder).filter((name) => name.startsWith(`ambit-${pid}-`)));

/** Uses what is there as the next host would: makes it where it is missing, and finds it whole where it is not. */
async function assertUsable(provider: LocalProvider, name: string, stage: DoomedStage): Promise<void> {
  const fileSystem = await provider.createFileSystem({ name, limits: limits, signal: rig.signal });
  const instance = await provider.create({ name, limits: limits, fileSystem, signal: rig.signal });
  const { stdout } = await provider.exec(instance, { command: "ls -A; cat kept 2>&1; [ -f dir/file ] && wc -c < dir/file; echo usable", timeoutMs: 20_000, maxOutputBytes: 1000, tag: "next", actor: { accountId: "", conversationId: "" }, signal: rig.signal });
  const kept = /^(beat\n)?dir\nkept\nkept\n(6|16777216)\nusable\n$/;
  const empty = /^cat: .*\nusable\n$/;
  if (stage === "createFileSystem" || stage === "create") expect(stdout).toMatch(empty);
  // Files that are made anew may be in the middle of that.
  else if (stage === "destroyFileSystem") expect(stdout).toMatch(/usable\n$/);
  else expect(stdout).toMatch(kept);
}

const stages: readonly DoomedStage[] = ["createFileSystem", "create", "exec", "writeFile", "suspend", "destroy", "destroyFileSystem"];

test.each(stages)("a host that is killed in the middle of %s leaves what the next one can go on with, and nothing else", { timeout: 240_000 }, async (stage) => {
  for (const delay of DELAYS) {
    const name = freshName();
    const pid = await killedHost(name, stage, delay);
    await expect.poll(() => processesOf(name), { timeout: 10_000 }).toEqual([]);
    const provider = await createLocalProvider({ folder: rig.folder, unenforced: ["cpu"] });
    try {
      await assertUsable(provider, name, stage);
      await provider.destroyFileSystemByName(name, rig.signal);
      await expect.poll(() => groupsOf(pid), { timeout: 10_000 }).toEqual([]);
    } finally {
      await provider.close();
    }
    for (const kind of ["filesystems", "instances"]) expect(readdirSync(join(rig.folder, kind)), `${kind} after ${delay} ms`).toEqual([]);
    expect(readdirSync(rig.folder).toSorted()).toEqual(["filesystems", "instances", "program"]);
    expect(readFileSync("/proc/self/mountinfo", "utf8")).not.toContain(rig.folder);
  }
});
