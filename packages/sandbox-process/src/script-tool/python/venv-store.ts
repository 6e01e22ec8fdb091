import { AmbitError, type ConnectionRecord } from "@ambit/api-types";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ScriptRuntime } from "../script-runtime.ts";
import { VENV_FOLDER, buildVenv } from "./build-venv.ts";
import { SharedBuilds } from "./shared-builds.ts";
import type { Python } from "./find-python.ts";
import type { VenvOptions } from "./venv-options.ts";

/** What an environment is asked for with. */
export interface VenvRequest {
  /** Text of the plugin's list. */
  readonly requirements: string;
  /** Takes the record of each connection, where this request begins the build. */
  readonly onRecord?: (record: ConnectionRecord) => void;
}

const BUILDING = /^building-(\d+)-/;

/** Virtual environments of plugins, each built once for its requirements and its interpreter. */
export class VenvStore {
  readonly #options: VenvOptions;
  readonly #builds = new SharedBuilds();

  constructor(options: VenvOptions) {
    this.#options = options;
    mkdirSync(options.folder, { recursive: true, mode: 0o755 });
    removeUnfinished(options.folder);
  }

  /**
   * The runtime with a plugin's packages; built where it is not there yet. Who asks meanwhile waits for the same build, which is stopped
   * when everybody has given up.
   *
   * @throws AmbitError `GUEST_ERROR` where the packages cannot be installed, `CALL_CANCELLED`, or what the confiner throws.
   */
  async runtimeFor(python: Python, request: VenvRequest, signal: AbortSignal | undefined): Promise<ScriptRuntime> {
    const digest = createHash("sha256").update("ambit venv 1\0").update(python.identity).update("\0").update(request.requirements).digest("hex");
    const place = join(this.#options.folder, digest);
    if (!existsSync(place)) await this.#builds.join(digest, (stop) => this.#build(place, python, request, stop), signal);
    return {
      ...python,
      program: join(VENV_FOLDER, "bin/python"),
      binds: [...python.binds, { hostPath: place, guestPath: VENV_FOLDER, access: "read" }],
    };
  }

  /** Built under another name first, so that what has its name is whole. */
  async #build(place: string, python: Python, request: VenvRequest, signal: AbortSignal): Promise<void> {
    const folder = join(this.#options.folder, `building-${process.pid}-${randomUUID()}`);
    try {
      await buildVenv({ ...this.#options, ...request, python, folder, signal });
      renameSync(join(folder, "venv"), place);
    } catch (error) {
      if (existsSync(place)) return;
      throw AmbitError.isInstance(error) ? error : new AmbitError("INTERNAL_ERROR", "The environment could not be kept.", { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Builds of hosts that are no more. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = BUILDING.exec(name)?.[1];
    if (pid !== undefined && Number(pid) !== process.pid && !existsSync(`/proc/${pid}`)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
