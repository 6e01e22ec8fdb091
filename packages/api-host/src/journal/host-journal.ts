import { AmbitError, type JournalEntry, type JournalFilter, type JournalRecord, journalRecordSchema, type JournalStore, timerMillis } from "@ambit/api-types";
import { boundedEntry } from "./bounded-entry.ts";
import { followJournal } from "./follow-journal.ts";
import { JournalQueue } from "./journal-queue.ts";
import { JournalRotation, type JournalRotationOptions } from "./journal-rotation.ts";

/** What a {@link HostJournal} is made from. */
export interface HostJournalOptions extends JournalRotationOptions {
  readonly store: JournalStore;
  /** Hides the secrets of a plugin in a text. */
  readonly mask: (pluginId: string, text: string) => string;
  /** Takes failures of the store. */
  readonly onError: (error: unknown) => void;
}

/** Where an export begins, and what it leaves out. */
export interface JournalExportOptions {
  /** Records with a higher `seq` alone; default 0, all of them. */
  readonly after?: number;
  readonly filter?: JournalFilter;
}

/** Records of one reading of an export. */
const PAGE_RECORDS = 1000;

/** The journal of one host: bounded entries, group commit, rotation, following. */
export class HostJournal {
  readonly #options: HostJournalOptions;
  readonly #queue: JournalQueue;
  readonly #rotation: JournalRotation;
  readonly #ended = new AbortController();
  #wakers = new Set<() => void>();

  constructor(options: HostJournalOptions) {
    this.#options = options;
    this.#rotation = new JournalRotation(options.store, options);
    this.#queue = new JournalQueue({
      store: options.store,
      prepare: (entry) => boundedEntry(entry, (text) => options.mask(entry.plugin, text)),
      onWritten: (count) => this.#written(count),
      onError: options.onError,
    });
  }

  /** Asked before anything is done that must be journaled. @throws AmbitError `STORE_FAILED` while the store fails. */
  requireWritable(): void {
    this.#queue.requireWritable();
  }

  /** Takes an entry; undefined where it was taken at once, else a promise to wait for. See {@link JournalQueue.enqueue}. */
  enqueue(entry: JournalEntry): Promise<void> | undefined {
    return this.#queue.enqueue(entry);
  }

  /** Takes an entry and resolves once it is durable. */
  append(entry: JournalEntry): Promise<void> {
    return this.#queue.append(entry);
  }

  /** Takes an entry of the application's own; @throws AmbitError `INVALID_PARAMS` for what is no entry. */
  async appendForeign(entry: JournalEntry): Promise<void> {
    const parsed = journalRecordSchema.safeParse({ ...entry, seq: 1 });
    if (!parsed.success) throw new AmbitError("INVALID_PARAMS", `This is no journal entry: ${parsed.error.issues[0]?.message ?? "unknown"} at ${parsed.error.issues[0]?.path.join(".") ?? ""}.`);
    await this.append(entry);
  }

  async tail(limit: number, filter?: JournalFilter): Promise<readonly JournalRecord[]> {
    await this.#caughtUp();
    return this.#options.store.tail(limit, filter);
  }

  async read(query: { readonly after: number; readonly limit: number; readonly filter?: JournalFilter }): Promise<readonly JournalRecord[]> {
    await this.#caughtUp();
    return this.#options.store.read(query);
  }

  /** Records as they become durable; see {@link followJournal}. The place to begin at is fixed by this call. */
  follow(options: { readonly after?: number; readonly filter?: JournalFilter; readonly signal: AbortSignal }): AsyncIterable<JournalRecord> {
    const { store } = this.#options;
    const start = options.after === undefined ? this.#queue.between(async () => (await store.tail(1)).at(-1)?.seq ?? 0) : Promise.resolve(options.after);
    // The failure is the reader's to see, whenever it begins to read.
    start.catch(() => {});
    const source = { store, changed: (ms: number, signal: AbortSignal) => this.#changed(ms, signal) };
    return followJournal(source, start, options.filter, AbortSignal.any([options.signal, this.#ended.signal]));
  }

  /** All records as JSON texts, one a line, oldest first, up to the last one that is durable when it is reached. */
  async *exportJsonLines(options: JournalExportOptions = {}): AsyncGenerator<string, void, undefined> {
    let after = options.after ?? 0;
    for (;;) {
      const page = await this.read({ after, limit: PAGE_RECORDS, ...(options.filter !== undefined && { filter: options.filter }) });
      for (const record of page) yield `${JSON.stringify(record)}\n`;
      after = page.at(-1)?.seq ?? after;
      if (page.length < PAGE_RECORDS) return;
    }
  }

  /** Resolves once everything taken so far is durable. */
  flush(): Promise<void> {
    return this.#queue.flush();
  }

  /** Writes what is waiting and ends every follower. */
  async close(): Promise<void> {
    await this.#queue.close();
    await this.#rotation.settled();
    this.#ended.abort();
  }

  /** What can be written is; a store that cannot be written can still be read. */
  async #caughtUp(): Promise<void> {
    await this.#queue.flush().catch(() => {});
  }

  #written(count: number): void {
    for (const wake of this.#wakers) wake();
    this.#rotation.written(count, this.#options.onError);
  }

  #changed(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#wakers.delete(done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, timerMillis(ms));
      this.#wakers.add(done);
      signal.addEventListener("abort", done);
      if (signal.aborted) done();
    });
  }
}
