import { AmbitError } from "@ambit/api-types";
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { bubblewrapOptions, encodeOptions } from "./bubblewrap-options.ts";
import { CgroupParent } from "./cgroup/cgroup-parent.ts";
import type { CgroupSeat } from "./cgroup/cgroup-seat.ts";
import { deviceFolder } from "./device-nodes.ts";
import type { ConfinedChild, ConfinedSpec } from "./confined-child.ts";
import { type Layer, type LayerName, type LevelReport, alwaysNeeded } from "./confinement-layers.ts";
import { type Surroundings, type Trial, examineLayers, kernelRelease } from "./examine-layers.ts";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { limitWords } from "./resource-limits.ts";
import { isKnownArchitecture } from "./seccomp/confinement-filter.ts";
import { endOrphanedWrappers } from "./orphaned-wrappers.ts";
import { SharedContent } from "./shared-content.ts";
import { findSystemProgram } from "./system-programs.ts";
import { WrappedProcess } from "./wrapped-process.ts";

/** How a host confines its children. */
export interface ConfinerOptions {
  /** Layers that must hold beside those that always must; a child is refused on a machine without one of them. */
  readonly require?: readonly LayerName[];
  /** User that a host which is root becomes for its children; it needs access to every folder that they are given. */
  readonly runAs?: { readonly uid: number; readonly gid: number };
  /** Folder of a version 2 cgroup that was delegated to this host, with no process in it. */
  readonly cgroupFolder?: string;
  /** Bubblewrap's program, where it is not in a system folder. */
  readonly bubblewrap?: string;
}

/** Starts confined children. */
export interface Confiner {
  /** Says which layers hold on this machine. Tried once, with a real child. */
  describe(): Promise<LevelReport>;
  /**
   * Starts one child.
   *
   * @throws AmbitError `BACKEND_UNAVAILABLE` where a layer that it needs does not hold; `FILE_NOT_FOUND` where something that it is to see is
   * not there; `REFUSED` where what is fenced off cannot be hidden;
   * `INVALID_PARAMS` where a variable cannot be handed to it; `CALL_CANCELLED` where its signal is aborted already.
   */
  start(spec: ConfinedSpec): Promise<ConfinedChild>;
  /** Releases what children share. Those that run go on; none can be started afterwards. */
  close(): void;
}

/** Makes a {@link Confiner}; the machine is looked at when it is first used. */
export function createConfiner(options: ConfinerOptions = {}): Confiner {
  return new LinuxConfiner(options);
}

const TRIAL: ConfinedSpec = { program: "/usr/bin/true", args: [], environment: {}, binds: [], limits: { seconds: 10, processes: 16, memoryMb: 64, tempBytes: 65_536 } };

class LinuxConfiner implements Confiner {
  readonly #options: ConfinerOptions;
  readonly #content = new SharedContent();
  #examined: Promise<{ here: Surroundings; report: LevelReport }> | undefined;

  constructor(options: ConfinerOptions) {
    this.#options = options;
  }

  async describe(): Promise<LevelReport> {
    return (await this.#examine()).report;
  }

  async start(spec: ConfinedSpec): Promise<ConfinedChild> {
    const { here, report } = await this.#examine();
    this.#demand(report.layers, spec);
    if (spec.signal?.aborted === true) throw new AmbitError("CALL_CANCELLED", "The caller gave up before the process was started.");
    for (const { hostPath, guestPath } of spec.binds) {
      if (statSync(hostPath, { throwIfNoEntry: false }) === undefined) throw new AmbitError("FILE_NOT_FOUND", `${guestPath} cannot be given to the process: it is not there any more.`);
    }
    return this.#wrap(here, spec);
  }

  close(): void {
    this.#content.close();
  }

  #examine(): Promise<{ here: Surroundings; report: LevelReport }> {
    this.#examined ??= (async () => {
      const here = this.#lookAround();
      if (here.platform === "linux") endOrphanedWrappers();
      const trial = await this.#try(here);
      const layers = examineLayers(here, trial);
      const available = alwaysNeeded.every((needed) => layers.some(({ name, holds }) => name === needed && holds));
      return { here, report: { platform: here.platform, architecture: here.architecture, available, layers } };
    })();
    return this.#examined;
  }

  #lookAround(): Surroundings {
    const { platform, arch: architecture } = process;
    const { runAs, cgroupFolder, bubblewrap } = this.#options;
    const isLinux = platform === "linux";
    const uid = runAs?.uid ?? process.getuid?.() ?? -1;
    return {
      platform,
      architecture,
      kernel: isLinux ? kernelRelease() : "0",
      uid,
      runAs,
      bubblewrap: bubblewrap === undefined ? findSystemProgram("bwrap") : findSystemProgram(basename(bubblewrap), [dirname(bubblewrap)]),
      timeout: findSystemProgram("timeout"),
      prlimit: findSystemProgram("prlimit"),
      devices: isLinux ? deviceFolder(uid === 0) : undefined,
      inherited: isLinux ? inheritedDescriptors() : [],
      cgroups: isLinux ? new CgroupParent(cgroupFolder) : undefined,
    };
  }

  async #try(here: Surroundings): Promise<Trial> {
    if (here.bubblewrap === undefined || here.prlimit === undefined || here.timeout === undefined || here.devices === undefined || !isKnownArchitecture(here.architecture)) return "It was not tried.";
    try {
      const child = this.#wrap(here, TRIAL);
      child.stdin.end();
      child.stdout.resume();
      const [words, exit] = await Promise.all([text(child.stderr), child.exited]);
      return exit.exitCode === 0 ? undefined : words.trim().slice(0, 500);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  #demand(layers: readonly Layer[], spec: ConfinedSpec): void {
    const needed: LayerName[] = [...alwaysNeeded, ...(this.#options.require ?? [])];
    if (spec.limits.seconds !== undefined) needed.push("time");
    if (spec.limits.cpus !== undefined) needed.push("cpu");
    for (const layer of layers) {
      if (!layer.holds && needed.includes(layer.name)) throw new AmbitError("BACKEND_UNAVAILABLE", `A process cannot be confined here (${layer.name}). ${layer.reason} ${layer.remedy}`);
    }
  }

  #wrap(here: Surroundings, spec: ConfinedSpec): ConfinedChild {
    const { bubblewrap, timeout, prlimit, architecture, cgroups, devices, inherited } = here;
    if (bubblewrap === undefined || devices === undefined || timeout === undefined || prlimit === undefined || !isKnownArchitecture(architecture)) throw new AmbitError("BACKEND_UNAVAILABLE", "A process cannot be confined here.");
    const gated = cgroups?.usable ?? false;
    const filter = { internet: spec.network !== undefined, localSockets: spec.localSockets === true, unownedMemory: cgroups?.version("memory") !== undefined, fileWatches: spec.fileWatches ?? false };
    const options = encodeOptions(bubblewrapOptions(spec, { gated, devices }));
    const words = [...limitWords(spec, { timeout, prlimit }), spec.program, ...spec.args];
    let seat: CgroupSeat | undefined;
    try {
      seat = gated ? cgroups?.seat(spec) : undefined;
      return this.#content.open(architecture, filter, (content) => {
        const descriptors = [options, content.filter, "status" as const, gated ? ("gate" as const) : ("nothing" as const), ...content.files, ...(spec.network === undefined ? [] : ["channel" as const])];
        return new WrappedProcess({ bubblewrap, words, descriptors, seat, masked: { inherited, by: `${devices.path}/null` }, runAs: this.#options.runAs }, spec);
      });
    } catch (error) {
      seat?.remove();
      throw new AmbitError("BACKEND_UNAVAILABLE", "A process cannot be started here. The host's log has the details.", { cause: error });
    }
  }
}
