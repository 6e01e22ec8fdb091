import {
  AmbitError,
  type ExecArgs,
  type ExecResult,
  type FileSystemHandle,
  FileSystemGoneError,
  type FileSystemSpec,
  type InstanceSpec,
  type ProviderReport,
  type SandboxFile,
  SandboxGoneError,
  type SandboxHandle,
  type SandboxProvider,
  type SandboxStat,
} from "@ambit/api-types";
import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { type Confiner, createConfiner } from "../confine/confiner.ts";
import { checkExecTerms, checkLimits, checkName, checkPath, checkTags } from "./check-arguments.ts";
import { egressJudge } from "./egress/egress-judge.ts";
import { resolveName } from "./egress/resolve-name.ts";
import { LocalFileSystems } from "./file-system/local-file-systems.ts";
import { OwnerLock } from "./ground/owner-lock.ts";
import { RecordFolder } from "./ground/record-folder.ts";
import { type InstanceRecord, instanceRecordSchema } from "./ground/records.ts";
import { askSupervisor } from "./instance/ask-supervisor.ts";
import { type InstanceServices, LocalInstance } from "./instance/local-instance.ts";
import { checkCommandSize, runCommand } from "./instance/run-command.ts";
import { checkFileBytes, readSandboxFile, writeSandboxFile } from "./instance/transfer-file.ts";
import { answerSchemas } from "./link/read-answer.ts";
import type { SupervisorLink } from "./link/supervisor-link.ts";
import { localReport } from "./local-report.ts";
import type { LocalProviderOptions } from "./local-provider-options.ts";
import { orAborted } from "./or-aborted.ts";
import { writeSupervisorProgram } from "./program/supervisor-program.ts";
import { Turns } from "./turns.ts";

const DEFAULT_PROCESSES = 512;

/** A `sandbox@2` provider on this machine. */
export interface LocalProvider extends SandboxProvider {
  describe(): Promise<ProviderReport>;
  /** Ends all processes of all instances, and gives the folder back. Records and files stay. */
  close(): Promise<void>;
}

/**
 * Opens a folder of sandboxes. Instances of an earlier owner are there, stopped, with their files.
 *
 * @throws AmbitError `BACKEND_UNAVAILABLE` where the folder has an owner that lives.
 */
export async function createLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const runAs = options.confine?.runAs;
  // Another user must be able to come through to the files that are its own.
  const mode = runAs === undefined ? 0o700 : 0o711;
  mkdirSync(options.folder, { recursive: true, mode });
  const folder = realpathSync(options.folder);
  chmodSync(folder, mode);
  const lock = await OwnerLock.take(folder);
  const owner = runAs ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const program = join(folder, "program");
  writeSupervisorProgram(program);
  const fileSystems = new LocalFileSystems({ folder, owner, mode, disk: options.disk });
  const instances = new RecordFolder<InstanceRecord>(join(folder, "instances"), instanceRecordSchema, mode);
  return new OpenProvider({ ...options, folder }, { lock, fileSystems, instances, confiner: createConfiner(options.confine) }, program);
}

interface Ground {
  readonly lock: OwnerLock;
  readonly fileSystems: LocalFileSystems;
  readonly instances: RecordFolder<InstanceRecord>;
  readonly confiner: Confiner;
}

class OpenProvider implements LocalProvider {
  readonly concurrentExec = true;
  readonly sessionIsolation = false;
  readonly #options: LocalProviderOptions;
  readonly #ground: Ground;
  readonly #program: string;
  readonly #live = new Map<string, LocalInstance>();
  readonly #turns = new Turns();
  #services: Promise<InstanceServices> | undefined;
  #closed = false;

  constructor(options: LocalProviderOptions, ground: Ground, program: string) {
    this.#options = options;
    this.#ground = ground;
    this.#program = program;
  }

  async describe(): Promise<ProviderReport> {
    return localReport(await this.#ground.confiner.describe(), await this.#ground.fileSystems.imageRefusal());
  }

  async createFileSystem({ name, limits, signal }: FileSystemSpec): Promise<FileSystemHandle> {
    signal.throwIfAborted();
    checkName(name);
    checkLimits(limits);
    return orAborted(signal, () => this.#turns.take(`file system ${name}`, () => this.#open().fileSystems.make(name, limits)));
  }

  async destroyFileSystem(fileSystem: FileSystemHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const record = this.#open().fileSystems.byId(fileSystem.id);
    if (record !== undefined) await this.destroyFileSystemByName(record.name, signal);
  }

  async destroyFileSystemByName(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName(name);
    await orAborted(signal, () =>
      this.#turns.take(`file system ${name}`, async () => {
        const { fileSystems, instances } = this.#open();
        const record = fileSystems.byName(name);
        if (record === undefined) return;
        for (const instance of instances.all()) if (instance.fileSystem === record.id) await this.#drop(instance.name);
        await fileSystems.remove(name);
      }),
    );
  }

  async create(spec: InstanceSpec): Promise<SandboxHandle> {
    spec.signal.throwIfAborted();
    checkName(spec.name);
    checkLimits(spec.limits);
    if (spec.image !== undefined) throw new AmbitError("REFUSED", "The local provider has no images: its instances see this machine's programs. Leave `image` out.");
    return orAborted(spec.signal, () => this.#turns.take(`instance ${spec.name}`, () => this.#make(spec)));
  }

  async resume(handle: SandboxHandle, signal: AbortSignal): Promise<"resumed" | "gone"> {
    signal.throwIfAborted();
    const instance = await this.#find(handle);
    if (instance === undefined) return "gone";
    try {
      await orAborted(signal, () => instance.running());
      return "resumed";
    } catch (error) {
      if (error instanceof SandboxGoneError) return "gone";
      throw error;
    }
  }

  async suspend(handle: SandboxHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const instance = await this.#find(handle);
    if (instance !== undefined) await orAborted(signal, () => instance.suspend());
  }

  async destroy(handle: SandboxHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const record = this.#open().instances.byId(handle.id);
    if (record !== undefined) await this.destroyByName(record.name, signal);
    else await this.#find(handle);
  }

  async destroyByName(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName(name);
    await orAborted(signal, () => this.#turns.take(`instance ${name}`, () => this.#drop(name)));
  }

  async killAll(handle: SandboxHandle, signal: AbortSignal): Promise<void> {
    await this.#kill(handle, undefined, signal);
  }

  async killTagged(handle: SandboxHandle, tags: readonly string[], signal: AbortSignal): Promise<void> {
    checkTags(tags);
    await this.#kill(handle, tags, signal);
  }

  async exec(handle: SandboxHandle, args: ExecArgs): Promise<ExecResult> {
    const { signal, ...terms } = args;
    signal.throwIfAborted();
    checkExecTerms(terms);
    checkCommandSize(terms);
    const { link, instance } = await this.#running(handle, signal);
    return runCommand(link, terms, signal, instance.guard);
  }

  async readFile(handle: SandboxHandle, path: string, { maxBytes, signal }: { readonly maxBytes: number; readonly signal: AbortSignal }): Promise<SandboxFile | null> {
    signal.throwIfAborted();
    checkPath(path);
    checkFileBytes(maxBytes);
    const { link } = await this.#running(handle, signal);
    return readSandboxFile(link, path, maxBytes, signal);
  }

  async writeFile(handle: SandboxHandle, path: string, data: Uint8Array, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkPath(path);
    checkFileBytes(data.length);
    const { link, instance } = await this.#running(handle, signal);
    await instance.guard?.demandRoom(data.length);
    await writeSandboxFile(link, path, data, signal);
  }

  async stat(handle: SandboxHandle, path: string, signal: AbortSignal): Promise<SandboxStat | null> {
    signal.throwIfAborted();
    checkPath(path);
    const { link } = await this.#running(handle, signal);
    return askSupervisor(link, { op: "stat", path }, answerSchemas.stat, { signal });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const instance of this.#live.values()) await instance.stop();
    await this.#ground.fileSystems.close();
    this.#ground.confiner.close();
    await this.#ground.lock.release();
  }

  #open(): Ground {
    if (this.#closed) throw new AmbitError("SANDBOX_FAILED", "The provider is closed.");
    return this.#ground;
  }

  async #make(spec: InstanceSpec): Promise<SandboxHandle> {
    const { instances, fileSystems } = this.#open();
    if (fileSystems.byId(spec.fileSystem.id) === undefined) throw new FileSystemGoneError("The file system does not exist any more.");
    const known = instances.byName(spec.name);
    if (known !== undefined) return sameTerms(known, spec);
    const record: InstanceRecord = { version: 1, id: instances.newId(spec.name), name: spec.name, fileSystem: spec.fileSystem.id, limits: spec.limits };
    await fileSystems.mount(record.fileSystem, record.name);
    const instance = new LocalInstance(record, await this.#servicesOnce());
    await instance.running();
    await instances.add(record);
    this.#live.set(record.name, instance);
    return { id: record.id };
  }

  async #drop(name: string): Promise<void> {
    const { instances, fileSystems } = this.#open();
    const record = instances.byName(name);
    await this.#live.get(name)?.drop();
    this.#live.delete(name);
    if (record !== undefined) await fileSystems.dropTemp(record.fileSystem, name);
    instances.remove(name);
  }

  /** The instance of a handle; undefined where it is gone, and then nothing of it runs any more. */
  async #find(handle: SandboxHandle): Promise<LocalInstance | undefined> {
    const record = this.#open().instances.byId(handle.id);
    const name = handle.id.slice(0, handle.id.lastIndexOf("~"));
    const known = this.#live.get(name);
    if (known !== undefined && known.record.id === record?.id) return known;
    if (known !== undefined && known.record.id === handle.id) {
      this.#live.delete(name);
      await known.drop();
    }
    if (record === undefined) return undefined;
    const services = await this.#servicesOnce();
    const other = this.#live.get(name);
    if (other?.record.id === record.id) return other;
    const instance = new LocalInstance(record, services);
    this.#live.set(name, instance);
    return instance;
  }

  async #running(handle: SandboxHandle, signal: AbortSignal): Promise<{ readonly link: SupervisorLink; readonly instance: LocalInstance }> {
    const instance = await this.#find(handle);
    if (instance === undefined) throw new SandboxGoneError("The instance does not exist any more.");
    return { instance, link: await orAborted(signal, () => instance.running()) };
  }

  async #kill(handle: SandboxHandle, tags: readonly string[] | undefined, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { link } = await this.#running(handle, signal);
    const { clean } = await askSupervisor(link, { op: "kill", ...(tags !== undefined && { tags }) }, answerSchemas.tree, { signal });
    if (!clean) await link.stop();
  }

  #servicesOnce(): Promise<InstanceServices> {
    this.#services ??= (async () => {
      const { judge, onConnection, processes = DEFAULT_PROCESSES, fileWatches = false, unenforced = [] } = this.#options;
      const layers = (await this.#ground.confiner.describe()).layers;
      const anyCpu = unenforced.includes("cpu") && layers.some(({ name, holds }) => name === "cpu" && !holds);
      return { confiner: this.#ground.confiner, fileSystems: this.#ground.fileSystems, program: this.#program, judge: judge ?? egressJudge(resolveName), onConnection, processes, fileWatches, anyCpu };
    })();
    return this.#services;
  }
}

/** @throws AmbitError `REFUSED`: what exists must not stand in for something else. */
function sameTerms(known: InstanceRecord, spec: InstanceSpec): SandboxHandle {
  if (known.fileSystem !== spec.fileSystem.id || !isDeepStrictEqual(known.limits, spec.limits)) throw new AmbitError("REFUSED", `The instance ${spec.name} exists with another file system or other limits. Destroy it first; its files stay.`);
  return { id: known.id };
}
