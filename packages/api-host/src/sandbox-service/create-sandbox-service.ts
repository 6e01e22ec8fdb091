import type { SandboxHandle } from "@ambit/api-types";
import { KeyedLock } from "../host/keyed-lock.ts";
import { checkEnvironment, EnvironmentBook, partNames } from "./environment-book.ts";
import { Environments } from "./environment.ts";
import { dropLease, expiredTags } from "./holder-lease.ts";
import { OpenSession } from "./open-session.ts";
import type { EnvironmentState, EnvironmentTerms, SandboxService, SandboxServiceOptions, SandboxSession, SessionOptions } from "./sandbox-service.ts";

const DEFAULT_LEASE_MS = 30_000;

/** Makes a service of environments on a provider. */
export function createSandboxService(options: SandboxServiceOptions): SandboxService {
  return new ProviderService(options);
}

class ProviderService implements SandboxService {
  readonly #options: SandboxServiceOptions;
  readonly #book: EnvironmentBook;
  readonly #environments: Environments;
  readonly #edits = new KeyedLock();
  readonly #sessions = new Set<OpenSession>();
  readonly #now: () => number;

  constructor(options: SandboxServiceOptions) {
    this.#options = options;
    this.#book = new EnvironmentBook(options.store);
    this.#environments = new Environments(options.provider, this.#book);
    this.#now = options.now ?? Date.now;
  }

  async open(environment: string, terms: EnvironmentTerms, { actor, signal = new AbortController().signal }: SessionOptions): Promise<SandboxSession> {
    checkEnvironment(environment);
    signal.throwIfAborted();
    await this.#environments.prepare(environment, terms, signal);
    await this.cleanUp(environment);
    const session = await OpenSession.open({
      options: this.#options,
      environments: this.#environments,
      environment,
      actor,
      leaseMs: this.#options.leaseMs ?? DEFAULT_LEASE_MS,
      now: this.#now,
      cleanUp: () => this.cleanUp(environment),
      onEnd: (one) => this.#sessions.delete(one),
      edits: this.#edits,
    });
    this.#sessions.add(session);
    signal.addEventListener("abort", () => void session.close(), { once: true });
    if (signal.aborted) await session.close();
    return session;
  }

  async state(environment: string): Promise<EnvironmentState | undefined> {
    const record = await this.#book.read(environment);
    return record === undefined ? undefined : { terms: record.terms, lost: record.lost };
  }

  async suspend(environment: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    const instance = await this.#instance(environment);
    if (instance !== undefined) await this.#options.provider.suspend(instance, signal);
  }

  dropInstance(environment: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    return this.#environments.alone(environment, async () => {
      const record = await this.#book.read(environment);
      if (record === undefined) return;
      await this.#options.provider.destroyByName(partNames(environment).instance, signal);
      const { instance: _dropped, ...rest } = record;
      await this.#book.write(environment, rest);
    });
  }

  async remove(environment: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
    checkEnvironment(environment);
    await Promise.all([...this.#sessions].filter((session) => session.environment === environment).map((session) => session.close()));
    await this.#environments.alone(environment, async () => {
      const names = partNames(environment);
      await this.#options.provider.destroyByName(names.instance, signal);
      await this.#options.provider.destroyFileSystemByName(names.fileSystem, signal);
      // Last: while there is a record, nobody makes new files under the name.
      await this.#book.forget(environment);
    });
  }

  /** Commands are ended before the leases are dropped, so that a clean-up which is cut short is done again by the next one. */
  async cleanUp(environment: string): Promise<number> {
    const tags = await expiredTags(this.#options.store, environment, this.#now());
    if (tags.length === 0) return 0;
    const { signal } = new AbortController();
    await this.#environments.use(environment, signal, (instance) => this.#options.provider.killTagged(instance, tags, signal));
    for (const tag of tags) await dropLease(this.#options.store, environment, tag);
    return tags.length;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions].map((session) => session.close()));
  }

  async #instance(environment: string): Promise<SandboxHandle | undefined> {
    const id = (await this.#book.read(environment))?.instance;
    return id === undefined ? undefined : { id };
  }
}
