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
  isSandboxGoneError,
} from "@ambit/api-types";
import { chmodSync, mkdirSync, realpathSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { type Confiner, createConfiner } from "../confine/confiner.ts";
import { checkExecTerms, checkLimits, checkName, checkPath, checkTags } from "./check-arguments.ts";
import { egressJudge } from "./egress/egress-judge.ts";
import { resolveName } from "./egress/resolve-name.ts";
import { LocalFileSystems } from "./file-system/local-file-systems.ts";
import { removeTree } from "./file-system/remove-tree.ts";
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
import { providerErrors } from "./provider-errors.ts";
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
  try {
    await clearLeftOvers(fileSystems, instances);
  } catch (cause) {
    await lock.release();
    throw new AmbitError("BACKEND_UNAVAILABLE", "What an earlier provider left behind cannot be deleted. The host's log has the details.", { cause });
  }
  return new OpenProvider({ ...options, folder }, { lock, fileSystems, instances, confiner: createConfiner(options.confine) }, program);
}

/** What a provider that was killed had not finished. */
async function clearLeftOvers(fileSystems: LocalFileSystems, instances: RecordFolder<InstanceRecord>): Promise<void> {
  await fileSystems.clear();
  for (const folder of instances.leftOvers()) await removeTree(folder);
  // They would have gone with their file system.
  for (const { name, fileSystem } of instances.all()) if (!fileSystems.isKnown(fileSystem)) await removeTree(instances.withdraw(name) ?? "");
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
    return orAborted(signal, () => this.#inTurn(`file system ${name}`, () => this.#open().fileSystems.make(name, limits)));
  }

  async destroyFileSystem({ id }: FileSystemHandle, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const record = this.#open().fileSystems.byId(id);
    if (record !== undefined) await orAborted(signal, () => this.#destroyFiles(record.name, id));
  }

  async destroyFileSystemByName(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName(name);
    await orAborted(signal, () => this.#destroyFiles(name));
  }

  async create(spec: InstanceSpec): Promise<SandboxHandle> {
    spec.signal.throwIfAborted();
    checkName(spec.name);
    checkLimits(spec.limits);
    if (spec.image !== undefined) throw new AmbitError("REFUSED", "The local provider has no images: its instances see this machine's programs. Leave `image` out.");
    return orAborted(spec.signal, () => this.#inTurn(`instance ${spec.name}`, () => this.#make(spec)));
  }

  async resume(handle: SandboxHandle, signal: AbortSignal): Promise<"resumed" | "gone"> {
    signal.throwIfAborted();
    try {
      await this.#running(handle, signal);
      return "resumed";
    } catch (error) {
      if (isSandboxGoneError(error)) return "gone";
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
    if (record !== undefined) await orAborted(signal, () => this.#destroyInstance(record.name, handle.id));
    else await this.#find(handle);
  }

  async destroyByName(name: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    checkName(name);
    await orAborted(signal, () => this.#destroyInstance(name));
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
    // What was asked for before is not left half done, and nothing is started after it.
    await this.#turns.idle();
    for (const instance of this.#live.values()) await instance.close();
    await this.#ground.fileSystems.close();
    this.#ground.confiner.close();
    await this.#ground.lock.release();
  }

  #open(): Ground {
    if (this.#closed) throw new AmbitError("SANDBOX_FAILED", "The provider is closed.");
    return this.#ground;
  }

  /** Work that changes what there is: one after the other for each name. */
  #inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.take(name, () => providerErrors(work));
  }

  async #make(spec: InstanceSpec): Promise<SandboxHandle> {
    const { instances, fileSystems } = this.#open();
    const { name, fileSystem, limits } = spec;
    if (!fileSystems.has(fileSystem.id)) throw new FileSystemGoneError("The file system does not exist any more.");
    const known = instances.byName(name);
    if (known !== undefined) return sameTerms(known, spec);
    const record: InstanceRecord = { version: 1, id: instances.newId(name), name, fileSystem: fileSystem.id, limits };
    // Whoever had the name before is gone, by whatever means: nothing of it may run on, or be found by another one.
    await this.#live.get(name)?.drop();
    this.#live.delete(name);
    const instance = new LocalInstance(record, await this.#servicesOnce());
    try {
      await fileSystems.dropTemp(fileSystem.id, record);
      await instance.running();
      await instances.add(record);
      // Whoever destroys a file system withdraws it first and looks for its instances then: one of the two sees the other.
      if (!fileSystems.isKnown(fileSystem.id)) throw new SandboxGoneError("The file system went while the instance was made.");
    } catch (cause) {
      await instance.drop();
      await this.#forget(record);
      const gone = isSandboxGoneError(cause) || !fileSystems.isKnown(fileSystem.id);
      throw gone ? new FileSystemGoneError("The file system was destroyed while the instance was made.", { cause }) : cause;
    }
    this.#live.set(name, instance);
    return { id: record.id };
  }

  /** @param id of the only one that is meant: another may have the name when the turn comes. */
  #destroyFiles(name: string, id?: string): Promise<void> {
    return this.#inTurn(`file system ${name}`, async () => {
      const { fileSystems, instances } = this.#open();
      if (id !== undefined && fileSystems.byId(id) === undefined) return;
      const gone = fileSystems.withdraw(name);
      if (gone === undefined) return;
      for (const instance of instances.all()) if (instance.fileSystem === gone.id) await this.#destroyInstance(instance.name, instance.id);
      await fileSystems.discard(gone);
    });
  }

  #destroyInstance(name: string, id?: string): Promise<void> {
    return this.#inTurn(`instance ${name}`, async () => {
      const { instances } = this.#ground;
      if (id !== undefined && instances.byId(id) === undefined) return;
      await this.#live.get(name)?.drop();
      this.#live.delete(name);
      const record = instances.ifReadable(name);
      if (record !== undefined) await this.#ground.fileSystems.dropTemp(record.fileSystem, record);
      await this.#forget({ name });
    });
  }

  async #forget({ name }: { readonly name: string }): Promise<void> {
    const folder = this.#ground.instances.withdraw(name);
    if (folder !== undefined) await removeTree(folder);
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
    this.#open();
    const other = this.#live.get(name);
    if (other?.record.id === record.id) return other;
    const instance = new LocalInstance(record, services);
    this.#live.set(name, instance);
    return instance;
  }

  async #running(handle: SandboxHandle, signal: AbortSignal): Promise<{ readonly link: SupervisorLink; readonly instance: LocalInstance }> {
    const instance = await this.#find(handle);
    if (instance === undefined) throw new SandboxGoneError("The instance does not exist any more.");
    if (!this.#ground.fileSystems.has(instance.record.fileSystem)) {
      // What it still sees is nothing that lasts.
      await instance.stop();
      throw new SandboxGoneError("The instance's file system does not exist any more.");
    }
    return { instance, link: await orAborted(signal, () => providerErrors(() => instance.running())) };
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
