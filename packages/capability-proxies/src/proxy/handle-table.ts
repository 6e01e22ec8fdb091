import { AmbitError, type AnyLimitName } from "@ambit/api-types";

/** What a handle stands for. */
export interface Handled {
  /** Ends it at once. */
  destroy(): void;
}

/** What a table of handles holds at the most, and what it calls it. */
export interface HandleTerms {
  readonly most: number;
  readonly limit: AnyLimitName;
  /** In the plural, for messages: `streams`. */
  readonly plural: string;
}

/**
 * What one instance has open, by the numbers that its guest knows. A number is never given twice, and means nothing in
 * another instance's table.
 */
export class HandleTable<T extends Handled> {
  readonly #terms: HandleTerms;
  readonly #open = new Map<number, T>();
  readonly #closing = new Set<T>();
  #opening = 0;
  #last = 0;
  #ended = false;

  constructor(terms: HandleTerms) {
    this.#terms = terms;
  }

  /** How many count as open. */
  get size(): number {
    return this.#open.size + this.#closing.size + this.#opening;
  }

  /**
   * Opens something and gives its handle. What is being opened counts as open.
   *
   * @throws AmbitError `LIMIT_EXCEEDED` before anything is opened; `INSTANCE_STOPPED` where the instance ended meanwhile.
   */
  async open<Opened extends T>(make: () => Promise<Opened>): Promise<{ readonly handle: number; readonly opened: Opened }> {
    const { most, limit, plural } = this.#terms;
    if (this.size >= most) throw new AmbitError("LIMIT_EXCEEDED", `A plugin has at most ${most} ${plural} at once.`, { limit });
    this.#opening += 1;
    try {
      const opened = await make();
      if (this.#ended) opened.destroy();
      this.#refuseIfEnded();
      this.#last += 1;
      this.#open.set(this.#last, opened);
      return { handle: this.#last, opened };
    } catch (error) {
      // Whatever it failed with then, it failed because everything was ended.
      this.#refuseIfEnded();
      throw error;
    } finally {
      this.#opening -= 1;
    }
  }

  /**
   * What a handle stands for.
   *
   * @throws AmbitError `UNKNOWN_HANDLE`.
   */
  get(handle: number): T {
    const opened = this.#open.get(handle);
    if (opened === undefined) throw unknownHandle(handle);
    return opened;
  }

  /** Forgets a handle, which is free from then on. What it stands for is the caller's to end. */
  drop(handle: number): void {
    this.#open.delete(handle);
  }

  /** Forgets a handle at once, and counts it as open until it has closed. */
  async close(handle: number, end: () => Promise<void>): Promise<void> {
    const opened = this.get(handle);
    this.#open.delete(handle);
    this.#closing.add(opened);
    try {
      await end();
    } finally {
      this.#closing.delete(opened);
    }
  }

  /** Ends everything; what is being opened ends when it is. */
  destroy(): void {
    this.#ended = true;
    for (const opened of [...this.#open.values(), ...this.#closing]) opened.destroy();
    this.#open.clear();
  }

  #refuseIfEnded(): void {
    if (this.#ended) throw new AmbitError("INSTANCE_STOPPED", "The instance ended before the call did.");
  }
}

/** The error for a handle that is not open, or stands for something of another kind. */
export function unknownHandle(handle: number): AmbitError {
  return new AmbitError("UNKNOWN_HANDLE", `The handle ${handle} is not open.`);
}

/** The error for a handle whose grant no longer stands. */
export function takenBack(handle: number): AmbitError {
  return new AmbitError("UNKNOWN_HANDLE", `The handle ${handle} is gone: what allowed it was taken back.`);
}
