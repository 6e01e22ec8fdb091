import { AmbitError, FileSystemGoneError, isFileSystemGoneError, isSandboxGoneError, type SandboxHandle, type SandboxProvider } from "@ambit/api-types";
import { KeyedLock } from "../host/keyed-lock.ts";
import { type EnvironmentBook, type EnvironmentRecord, partNames } from "./environment-book.ts";
import type { EnvironmentTerms } from "./sandbox-service.ts";

/** Brings environments about: makes them, rebuilds their instances, and never their files. */
export class Environments {
  readonly #provider: SandboxProvider;
  readonly #book: EnvironmentBook;
  readonly #lock = new KeyedLock();

  constructor(provider: SandboxProvider, book: EnvironmentBook) {
    this.#provider = provider;
    this.#book = book;
  }

  /** Makes an environment where there is none, and its instance where that is missing. */
  prepare(environment: string, terms: EnvironmentTerms, signal: AbortSignal): Promise<SandboxHandle> {
    return this.#lock.run(environment, async () => {
      const record = (await this.#book.read(environment)) ?? (await this.#make(environment, terms, signal));
      return this.#instanceOf(environment, record, signal);
    });
  }

  /**
   * Does something on the instance of an environment; where the instance is gone, makes another one and does it once more.
   *
   * @throws FileSystemGoneError when the files are lost.
   */
  async use<T>(environment: string, signal: AbortSignal, work: (instance: SandboxHandle) => Promise<T>): Promise<T> {
    const instance = await this.#current(environment, signal);
    try {
      return await work(instance);
    } catch (error) {
      if (!isSandboxGoneError(error)) throw error;
    }
    return work(await this.#rebuilt(environment, instance, signal));
  }

  /** Drops an instance, or a whole environment, in its turn. */
  alone<T>(environment: string, work: () => Promise<T>): Promise<T> {
    return this.#lock.run(environment, work);
  }

  async #current(environment: string, signal: AbortSignal): Promise<SandboxHandle> {
    const record = await this.#demand(environment);
    if (record.instance !== undefined) return { id: record.instance };
    return this.#lock.run(environment, async () => this.#instanceOf(environment, await this.#demand(environment), signal));
  }

  /** Several that find an instance gone at once get the same new one. */
  #rebuilt(environment: string, gone: SandboxHandle, signal: AbortSignal): Promise<SandboxHandle> {
    return this.#lock.run(environment, async () => {
      const { instance, ...record } = await this.#demand(environment);
      if (instance !== undefined && instance !== gone.id) return { id: instance };
      await this.#book.write(environment, record);
      return this.#instanceOf(environment, record, signal);
    });
  }

  async #demand(environment: string): Promise<EnvironmentRecord> {
    const record = await this.#book.read(environment);
    if (record === undefined) throw new AmbitError("REFUSED", `The environment ${environment} was removed.`);
    return record;
  }

  /** The only place where files are made: there is no record, so nobody was ever given any. */
  async #make(environment: string, terms: EnvironmentTerms, signal: AbortSignal): Promise<EnvironmentRecord> {
    const { id } = await this.#provider.createFileSystem({ name: partNames(environment).fileSystem, limits: terms.limits, signal });
    const record: EnvironmentRecord = { terms, fileSystem: id, lost: false };
    await this.#book.write(environment, record);
    return record;
  }

  async #instanceOf(environment: string, record: EnvironmentRecord, signal: AbortSignal): Promise<SandboxHandle> {
    if (record.lost) throw lost(environment);
    if (record.instance !== undefined) return { id: record.instance };
    try {
      const instance = await this.#create(environment, record, signal);
      await this.#book.write(environment, { ...record, instance: instance.id });
      return instance;
    } catch (error) {
      if (!isFileSystemGoneError(error)) throw error;
      await this.#book.write(environment, { ...record, lost: true });
      throw lost(environment, error);
    }
  }

  /** An instance of that name with other terms is a left-over: it is dropped, and the files stay. */
  async #create(environment: string, { terms, fileSystem }: EnvironmentRecord, signal: AbortSignal): Promise<SandboxHandle> {
    const { instance: name } = partNames(environment);
    const spec = { name, limits: terms.limits, fileSystem: { id: fileSystem }, signal, ...(terms.image !== undefined && { image: terms.image }) };
    try {
      return await this.#provider.create(spec);
    } catch (error) {
      if (!(AmbitError.isInstance(error) && error.code === "REFUSED")) throw error;
      await this.#provider.destroyByName(name, signal);
      return this.#provider.create(spec);
    }
  }
}

function lost(environment: string, cause?: unknown): FileSystemGoneError {
  return new FileSystemGoneError(`The files of the environment ${environment} are lost: their file system is gone. Remove the environment to begin anew.`, { cause });
}
