import { AmbitError, type FileSystemHandle, FileSystemGoneError } from "@ambit/api-types";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { DockerEngine } from "../engine/docker-engine.ts";

/** Label with the id of the file system that a volume belongs to. */
const ID_LABEL = "dev.ambit.file-system";
/** A part without the other that is older was left by somebody who died; a younger one may be in the making by somebody else. */
const LEFT_BEHIND_MILLIS = 60_000;
const CONFLICT = 409;
const ABSENT = 404;

/** The two volumes of a file system. */
export interface VolumeNames {
  readonly workspace: string;
  readonly skills: string;
}

const volumeSchema = z.object({ Labels: z.record(z.string(), z.string()).nullable(), CreatedAt: z.string().optional() });
type Volume = z.infer<typeof volumeSchema>;

/**
 * File systems as volumes. The one of the workspace is made last and removed first, so where it is, the file system is. It is never
 * left to the engine to make one: an engine makes an empty volume for any name that a container asks for.
 */
export class FileSystemVolumes {
  readonly #engine: DockerEngine;

  constructor(engine: DockerEngine) {
    this.#engine = engine;
  }

  /** Gives the file system of a name, or makes it. */
  async make(name: string, signal: AbortSignal): Promise<FileSystemHandle> {
    const volumes = volumesOf(name);
    const known = idOf(await this.#find(volumes.workspace, signal));
    if (known !== undefined) return { id: known };
    const part = await this.#find(volumes.skills, signal);
    if (part !== undefined && Date.now() - Date.parse(part.CreatedAt ?? "1970-01-01") > LEFT_BEHIND_MILLIS) await this.#remove(volumes.skills, signal);
    const id = await this.#create(volumes.skills, `${name}~${randomUUID()}`, signal);
    return { id: await this.#create(volumes.workspace, id, signal) };
  }

  /**
   * The volumes of a file system that is there with all its parts.
   *
   * @throws FileSystemGoneError
   */
  async demand(id: string, signal: AbortSignal): Promise<VolumeNames> {
    const name = nameOf(id);
    const volumes = name === undefined ? undefined : volumesOf(name);
    const found = volumes === undefined ? [] : [await this.#find(volumes.workspace, signal), await this.#find(volumes.skills, signal)];
    if (volumes === undefined || found.some((volume) => idOf(volume) !== id)) throw new FileSystemGoneError("The file system does not exist any more.");
    return volumes;
  }

  /** The id of the file system that has a name; undefined where there is none. */
  async idByName(name: string, signal: AbortSignal): Promise<string | undefined> {
    const volumes = volumesOf(name);
    return idOf(await this.#find(volumes.workspace, signal)) ?? idOf(await this.#find(volumes.skills, signal));
  }

  /** Which of the volumes of a name are this provider's. */
  async ownedBy(name: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const owned = new Set<string>();
    for (const volume of Object.values(volumesOf(name))) if (idOf(await this.#find(volume, signal)) !== undefined) owned.add(volume);
    return owned;
  }

  /**
   * Removes a file system; false where a container still uses it.
   *
   * @param owned Volumes that were this provider's a moment ago: one of them without an id is one that the engine made anew, for a
   *   container whose creation was given up and which came after the volume had gone.
   */
  async remove(name: string, owned: ReadonlySet<string>, signal: AbortSignal): Promise<boolean> {
    const volumes = volumesOf(name);
    for (const volume of [volumes.workspace, volumes.skills]) {
      const found = await this.#find(volume, signal);
      if (found === undefined) continue;
      if (idOf(found) === undefined && !owned.has(volume)) throw notOurs(volume);
      if (!(await this.#remove(volume, signal))) return false;
    }
    return true;
  }

  async #create(volume: string, id: string, signal: AbortSignal): Promise<string> {
    const { value } = await this.#engine.ask({ method: "POST", path: "/volumes/create", json: { Name: volume, Driver: "local", Labels: { [ID_LABEL]: id } }, signal });
    // Whoever made it first gave it its id.
    const made = idOf(volumeSchema.parse(value));
    if (made === undefined) throw notOurs(volume);
    return made;
  }

  async #find(volume: string, signal: AbortSignal): Promise<Volume | undefined> {
    const { status, value } = await this.#engine.ask({ method: "GET", path: `/volumes/${volume}`, signal, expect: [ABSENT] });
    return status === ABSENT ? undefined : volumeSchema.parse(value);
  }

  async #remove(volume: string, signal: AbortSignal): Promise<boolean> {
    const { status } = await this.#engine.ask({ method: "DELETE", path: `/volumes/${volume}`, signal, expect: [ABSENT, CONFLICT] });
    return status !== CONFLICT;
  }
}

/** Name of the file system that an id belongs to; undefined for what is no id. */
export function nameOf(id: string): string | undefined {
  return /^([a-z0-9][a-z0-9._-]{1,99})~[0-9a-f-]{36}$/.exec(id)?.[1];
}

function volumesOf(name: string): VolumeNames {
  return { workspace: `${name}.workspace`, skills: `${name}.skills` };
}

function idOf(volume: Volume | undefined): string | undefined {
  return volume?.Labels?.[ID_LABEL];
}

function notOurs(volume: string): AmbitError {
  return new AmbitError("REFUSED", `The engine has a volume ${volume} that is not of this provider. Use another name.`);
}
