import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { removeTree } from "./remove-tree.ts";

/** A host's folder: bundles, and the private temp folders of its instances. */
export class DataFolder {
  /** Folder of the bundles. */
  readonly bundles: string;
  /** The whole of it. */
  readonly folder: string;
  readonly #temp: string;
  readonly #isOwn: boolean;

  private constructor(folder: string, isOwn: boolean) {
    this.folder = folder;
    this.#isOwn = isOwn;
    this.bundles = join(folder, "bundles");
    this.#temp = join(folder, "temp", `${process.pid}-${randomUUID()}`);
  }

  /**
   * Opens a folder, made when missing; without one, a private folder below the system's temp, which goes at the end. Temp
   * folders that a killed host left are removed.
   *
   * @throws AmbitError `HOST_CONFIG_INVALID` where it cannot be made.
   */
  static async open(folder?: string): Promise<DataFolder> {
    try {
      const place = folder ?? (await mkdtemp(join(tmpdir(), "ambit-")));
      const data = new DataFolder(place, folder === undefined);
      for (const made of [data.bundles, data.#temp]) await mkdir(made, { recursive: true, mode: 0o700 });
      await removeLeftovers(join(place, "temp"));
      return data;
    } catch (error) {
      throw new AmbitError("HOST_CONFIG_INVALID", "dataDir: the folder cannot be made or written.", { cause: error });
    }
  }

  /** Makes the private temp folder of one instance. */
  async makeTemp(instanceId: string): Promise<string> {
    const folder = join(this.#temp, instanceId);
    await mkdir(folder, { mode: 0o700 });
    return folder;
  }

  /** Removes an instance's temp folder with all that is in it; links are removed, not followed. */
  async removeTemp(instanceId: string): Promise<void> {
    await removeTree(join(this.#temp, instanceId));
  }

  /** Removes every temp folder, and the folder itself where it was made for this host alone. */
  async close(): Promise<void> {
    await removeTree(this.#isOwn ? this.folder : this.#temp);
  }
}

/** Folders there are named after the process that made them. One that cannot be removed keeps no host from its start. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(name.split("-", 1)[0]);
    if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) await removeTree(join(folder, name)).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is a process all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
