import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { SandboxHandle } from "@ambit/api-types";
import { GROUND_HOST, GroundServer, type ProviderGround } from "@ambit/conformance-suite";
import { unmountImage } from "../provider/file-system/disk-image.ts";
import { INSTANCE_VARIABLE } from "../provider/instance/instance-view.ts";
import { createLocalProvider, egressJudge, type LocalProvider, type LocalProviderOptions } from "../provider/index.ts";
import { until } from "./host-process.ts";
import { makeProviderFolder } from "./provider-folder.ts";
import { selfSigned } from "./self-signed.ts";

/** Options of a ground's provider that can be handed to another process. */
export type GroundOptions = Pick<LocalProviderOptions, "confine" | "disk" | "unenforced">;

/** A folder of sandboxes with what the conformance suite needs around it. */
export async function makeLocalGround(given: GroundOptions = {}): Promise<ProviderGround> {
  // Only a user with a group of its own could bound processors.
  const options: GroundOptions = { unenforced: process.getuid?.() === 0 ? [] : ["cpu"], ...given };
  const folder = makeProviderFolder();
  const server = await GroundServer.open(await selfSigned(GROUND_HOST));
  const judge = server.judgeBy(egressJudge(async () => [GroundServer.publicAddress]));
  const recordFolder = (kind: "instances" | "filesystems", id: string): string => join(folder, kind, id.slice(0, id.lastIndexOf("~")));
  return {
    open: () => createLocalProvider({ folder, ...options, judge }),
    removeInstance: async ({ id }) => rmSync(recordFolder("instances", id), { recursive: true }),
    stopInstance: async (instance) => {
      // One that is being started meanwhile is ended too.
      await until(() => {
        const alive = processesOf(instance);
        for (const pid of alive) killIfThere(pid);
        return alive.length === 0;
      }, 10_000);
    },
    removeFileSystem: async ({ id }) => {
      await unmountImage(recordFolder("filesystems", id));
      rmSync(recordFolder("filesystems", id), { recursive: true });
    },
    hasFileSystem: async ({ id }) => existsSync(recordFolder("filesystems", id)),
    elsewhere: { module: import.meta.url, argument: JSON.stringify({ folder, ...options }) },
    network: server.network("/run/sandbox/node --jitless"),
    dispose: async () => {
      await server.close();
      const files = join(folder, "filesystems");
      for (const name of existsSync(files) ? readdirSync(files) : []) await unmountImage(join(files, name));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a provider in a process that the suite is going to kill. */
export function openProvider(argument: string): Promise<LocalProvider> {
  return createLocalProvider(JSON.parse(argument) as LocalProviderOptions);
}

/** Processes of the machine that belong to an instance. */
export function processesOf({ id }: SandboxHandle): number[] {
  return readdirSync("/proc").map(Number).filter((pid) => Number.isInteger(pid) && environment(pid).split("\0").includes(`${INSTANCE_VARIABLE}=${id}`));
}

function environment(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

/** A name that nothing has yet. */
export function freshName(): string {
  return `ambit-test-${randomUUID().slice(0, 8)}`;
}

/** Others of the instance may end with the one before. */
function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
