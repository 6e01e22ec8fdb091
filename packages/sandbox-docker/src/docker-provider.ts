import {
  AmbitError,
  type ExecArgs,
  type ExecResult,
  type FileSystemHandle,
  type FileSystemSpec,
  type InstanceSpec,
  type ProviderReport,
  type SandboxFile,
  SandboxGoneError,
  type SandboxHandle,
  type SandboxProvider,
  type SandboxStat,
} from "@ambit/api-types";
import { checkCommandSize, checkExecTerms, checkFileBytes, checkLimits, checkName, checkPath, checkTags, egressJudge, orAborted, resolveName, Turns } from "@ambit/sandbox-process/provider-kit";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { DockerProviderOptions } from "./docker-provider-options.ts";
import { dockerReport, noGate, noNetwork } from "./docker-report.ts";
import { InstanceGate } from "./egress/instance-gate.ts";
import { DockerEngine } from "./engine/docker-engine.ts";
import { ContainerFiles } from "./files/container-files.ts";
import { DiskWatch, pastDisk } from "./files/disk-watch.ts";
import { FileSystemVolumes, nameOf } from "./files/file-system-volumes.ts";
import type { ContainerChoices } from "./instance/container-terms.ts";
import { type Container, Containers, limitsOf } from "./instance/containers.ts";
import { type KillTarget, killPatterns, killScript } from "./instance/kill-script.ts";
import { runCommand } from "./instance/run-command.ts";
import { runToEnd } from "./instance/run-to-end.ts";

const DEFAULT_SOCKET = "/var/run/docker.sock";
const DEFAULT_PROCESSES = 512;
/** Times that a call meets an instance which was stopped between its start and the call. */
const TRIES = 10;
const PAUSE_MILLIS = 200;

/** A `sandbox@2` provider on a Docker engine. */
export interface DockerProvider extends SandboxProvider {
  describe(): Promise<ProviderReport>;
  /** Closes connections and gates. Containers go on, and volumes stay. */
  close(): Promise<void>;
}

/** Makes a provider on an engine. Nothing is asked of the engine before it is used. */
export function createDockerProvider(options: DockerProviderOptions): DockerProvider {
  return new EngineProvider(options);
}

class EngineProvider implements DockerProvider {
  readonly concurrentExec = true;
  readonly sessionIsolation = false;
  readonly #options: DockerProviderOptions;
  readonly #engine: DockerEngine;
  readonly #containers: Containers;
  readonly #volumes: FileSystemVolumes;
  readonly #files: ContainerFiles;
  readonly #turns = new Turns();
  readonly #gates = new Map<string, InstanceGate>();
  readonly #disks = new Map<string, DiskWatch>();

  constructor(options: DockerProviderOptions) {
    this.#options = options;
    this.#engine = new DockerEngine(options.socketPath ?? DEFAULT_SOCKET);
    this.#containers = new Containers(this.#engine);
    this.#volumes = new FileSystemVolumes(this.#engine);
    this.#files = new ContainerFiles(this.#engine, options.user);
  }

  describe(): Promise<ProviderReport> {
    return dockerReport(this.#engine, this.#options);
  }

  async createFileSystem({ name, limits, signal }: FileSystemSpec): Promise<FileSystemHandle> {
    signal.throwIfAborted();
    checkName(name);
    checkLimits(limits);
    return orAborted(signal, () => this.#turns.take(`file system ${name}`, () => this.#volumes.make(name, signal)));
  }

  async destroyFileSystem(fileSystem: FileSystemHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const name = nameOf(fileSystem.id);
    if (name !== undefined && (await this.#volumes.idByName(name, signal)) === fileSystem.id) await this.destroyFileSystemByName(name, signal);
  }

  async destroyFileSystemByName(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName(name);
    await orAborted(signal, () =>
      this.#turns.take(`file system ${name}`, async () => {
        const [id, owned] = [await this.#volumes.idByName(name, signal), await this.#volumes.ownedBy(name, signal)];
        for (let tries = 0; tries < TRIES; tries++) {
          for (const container of id === undefined ? [] : await this.#containers.attachedTo(id, signal)) await this.destroy({ id: container }, signal);
          if (await this.#volumes.remove(name, owned, signal)) return;
          // The engine is still making or removing a container that somebody gave up.
          await pause(PAUSE_MILLIS, undefined, { signal });
        }
        throw new AmbitError("SANDBOX_FAILED", "A container that is not of this provider uses the file system. Remove it first.");
      }),
    );
  }

  async create(spec: InstanceSpec): Promise<SandboxHandle> {
    spec.signal.throwIfAborted();
    checkName(spec.name);
    checkLimits(spec.limits);
    this.#checkEgress(spec);
    return orAborted(spec.signal, () => this.#turns.take(`instance ${spec.name}`, () => this.#make(spec)));
  }

  async resume(handle: SandboxHandle, signal: AbortSignal): Promise<"resumed" | "gone"> {
    try {
      await this.#running(handle, signal);
      return "resumed";
    } catch (error) {
      if (error instanceof SandboxGoneError) return "gone";
      throw error;
    }
  }

  async suspend(handle: SandboxHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const container = await this.#containers.find(handle.id, signal);
    if (container?.terms !== undefined) await this.#containers.pause(container.id, signal);
  }

  async destroy(handle: SandboxHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const container = await this.#containers.find(handle.id, signal);
    if (container?.terms !== undefined && container.id === handle.id) await orAborted(signal, () => this.#drop(container, signal));
  }

  async destroyByName(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName(name);
    const container = await this.#containers.find(name, signal);
    if (container?.terms !== undefined) await this.destroy({ id: container.id }, signal);
  }

  async killAll(handle: SandboxHandle, signal: AbortSignal): Promise<void> {
    const container = await this.#running(handle, signal);
    await orAborted(signal, () => this.#killOrStop(container, "all"));
  }

  async killTagged(handle: SandboxHandle, tags: readonly string[], signal: AbortSignal): Promise<void> {
    checkTags(tags);
    const container = await this.#running(handle, signal);
    if (tags.length > 0) await orAborted(signal, () => this.#killOrStop(container, { tags }));
  }

  async exec(handle: SandboxHandle, args: ExecArgs): Promise<ExecResult> {
    const { signal, ...terms } = args;
    signal.throwIfAborted();
    checkExecTerms(terms);
    checkCommandSize(terms);
    return this.#onRunning(handle, signal, async (container) => {
      const place = { engine: this.#engine, container: container.id, user: this.#options.user, kill: (target: KillTarget) => this.#kill(container, target), stop: () => this.#containers.kill(container.id) };
      const end = await runCommand(place, terms, signal, (onOver) => this.#disk(container).watch(onOver));
      if (end === "over") throw pastDisk();
      return end;
    });
  }

  async readFile(handle: SandboxHandle, path: string, { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal }): Promise<SandboxFile | null> {
    signal.throwIfAborted();
    checkPath(path);
    checkFileBytes(maxBytes);
    return this.#onRunning(handle, signal, ({ id }) => orAborted(signal, () => this.#files.read(id, path, maxBytes, signal)));
  }

  async writeFile(handle: SandboxHandle, path: string, data: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkPath(path);
    checkFileBytes(data.length);
    await this.#onRunning(handle, signal, async (container) => {
      await orAborted(signal, () => this.#disk(container).demandRoom(data.length));
      return orAborted(signal, () => this.#files.write(container.id, path, data, signal));
    });
  }

  async stat(handle: SandboxHandle, path: string, signal: AbortSignal): Promise<SandboxStat | null> {
    signal.throwIfAborted();
    checkPath(path);
    return this.#onRunning(handle, signal, ({ id }) => orAborted(signal, () => this.#files.stat(id, path, signal)));
  }

  async close(): Promise<void> {
    for (const gate of this.#gates.values()) await gate.close();
    this.#gates.clear();
    await this.#engine.close();
  }

  #checkEgress({ limits: { egress } }: InstanceSpec): void {
    if (egress === "open" && this.#options.openNetwork === undefined) throw new AmbitError("REFUSED", `Open egress cannot be given. ${noNetwork}`);
    if (egress === "allowlist" && this.#options.gateFolder === undefined) throw new AmbitError("REFUSED", `An allowlist cannot be kept. ${noGate}`);
  }

  async #make(spec: InstanceSpec): Promise<SandboxHandle> {
    const { image, processes = DEFAULT_PROCESSES, writableRoot = false, openNetwork } = this.#options;
    const volumes = await this.#volumes.demand(spec.fileSystem.id, spec.signal);
    const choices: ContainerChoices = { image: spec.image ?? image, processes, writableRoot, openNetwork, gateFolder: this.#gateFolder(spec.name) };
    if (spec.limits.egress === "allowlist") mkdirSync(choices.gateFolder, { recursive: true, mode: 0o711 });
    const handle = await this.#containers.make(spec, volumes, choices);
    await this.#running(handle, spec.signal);
    return handle;
  }

  async #drop(container: Container, signal: AbortSignal): Promise<void> {
    await this.#containers.remove(container.id, signal);
    this.#disks.delete(container.id);
    await this.#gates.get(container.id)?.close();
    this.#gates.delete(container.id);
    if (this.#options.gateFolder !== undefined) rmSync(this.#gateFolder(container.name), { recursive: true, force: true });
  }

  /** Lets an instance run, with the gate that it needs. */
  async #running(handle: SandboxHandle, signal: AbortSignal): Promise<Container> {
    signal.throwIfAborted();
    const container = await this.#containers.find(handle.id, signal);
    if (container?.terms === undefined || container.id !== handle.id) throw new SandboxGoneError("The instance does not exist any more.");
    await this.#demandFiles(container, signal);
    await this.#ensureGate(container);
    return container.running && !container.paused ? container : this.#containers.run(handle.id, signal);
  }

  /** A stopped container would be started on new, empty volumes where its own are gone. */
  async #demandFiles(container: Container, signal: AbortSignal): Promise<void> {
    if (container.running) return;
    await this.#volumes.demand(container.fileSystem ?? "", signal).catch((error: unknown) => {
      throw AmbitError.isInstance(error) && error.code === "FILE_SYSTEM_GONE" ? new SandboxGoneError("The instance's file system does not exist any more.") : error;
    });
  }

  /** Does something in an instance that runs, again where it was stopped in between. */
  async #onRunning<T>(handle: SandboxHandle, signal: AbortSignal, work: (container: Container) => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      const done = await work(await this.#running(handle, signal));
      if (done !== undefined) return done;
    }
    throw new AmbitError("SANDBOX_FAILED", "The instance is stopped again and again by somebody else.");
  }

  async #ensureGate(container: Container): Promise<void> {
    const limits = limitsOf(container);
    if (limits.egress !== "allowlist" || this.#options.gateFolder === undefined) return;
    await this.#turns.take(`gate ${container.id}`, async () => {
      const known = this.#gates.get(container.id);
      if (known?.reached === true) return;
      await known?.close();
      const tell = this.#options.onConnection;
      const judge = this.#options.judge ?? egressJudge(resolveName);
      this.#gates.set(container.id, await InstanceGate.open(this.#gateFolder(container.name), limits, judge, tell === undefined ? undefined : (record) => tell(container.name, record)));
    });
  }

  #gateFolder(name: string): string {
    return join(this.#options.gateFolder ?? "", name);
  }

  #disk(container: Container): DiskWatch {
    const known = this.#disks.get(container.id) ?? new DiskWatch(this.#files, container.id, limitsOf(container).diskMb);
    this.#disks.set(container.id, known);
    return known;
  }

  async #kill(container: Container, target: KillTarget): Promise<void> {
    const spec = { words: ["/bin/sh", "-c", killScript, "ambit", ...killPatterns(target)], env: [], cwd: "/", user: this.#options.user };
    const end = await runToEnd(this.#engine, container.id, spec);
    if (end !== undefined && end.exitCode !== 0) throw new AmbitError("SANDBOX_FAILED", "Something in the instance cannot be ended.");
  }

  /** Where what is meant cannot be ended from inside, everything is. */
  async #killOrStop(container: Container, target: KillTarget): Promise<void> {
    await this.#kill(container, target).catch(() => this.#containers.kill(container.id));
  }
}
