import type { ConfinedChild, ConfinedSpec } from "../confine/confined-child.ts";

/** Kinds of processes that are kept ready at once; the kind that was asked for longest ago makes room. */
const KINDS = 4;

/**
 * Keeps confined processes ready that have begun and know of no plugin. Two plugins share a kind where their processes would be confined
 * in exactly the same way. A process leaves once, for one instance, and never comes back.
 */
export class WarmProcesses {
  readonly #start: (confined: ConfinedSpec) => Promise<ConfinedChild>;
  readonly #perKind: number;
  readonly #kinds = new Map<string, Set<ConfinedChild>>();
  readonly #starting = new Map<string, Set<Promise<void>>>();
  #closed = false;

  constructor(start: (confined: ConfinedSpec) => Promise<ConfinedChild>, perKind: number) {
    this.#start = start;
    this.#perKind = perKind;
  }

  /**
   * Gives a process of its own to one instance: one that waits, or a new one.
   *
   * @throws AmbitError what the start of one throws.
   */
  async take(confined: ConfinedSpec): Promise<ConfinedChild> {
    const waiting = this.#kinds.get(kindOf(confined));
    for (const child of waiting ?? []) {
      waiting?.delete(child);
      return child;
    }
    return this.#start(confined);
  }

  /** Starts what is missing of a kind, for instances to come. That it cannot be is no matter: they start without. */
  refill(confined: ConfinedSpec): void {
    const kind = kindOf(confined);
    const children = this.#kinds.get(kind) ?? new Set();
    // The kind used last is the last to make room.
    this.#kinds.delete(kind);
    this.#kinds.set(kind, children);
    this.#makeRoom();
    for (let count = this.#count(kind); count < this.#perKind; count++) this.#add(kind, confined);
  }

  /** Ends every process that waits. Done when nothing of them is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#starting.values()].flatMap((starts) => [...starts]));
    await Promise.all([...this.#kinds.keys()].map((kind) => this.#drop(kind)));
  }

  #count(kind: string): number {
    return (this.#kinds.get(kind)?.size ?? 0) + (this.#starting.get(kind)?.size ?? 0);
  }

  #add(kind: string, confined: ConfinedSpec): void {
    if (this.#closed) return;
    const starts = this.#starting.get(kind) ?? new Set();
    this.#starting.set(kind, starts);
    const start = this.#begin(kind, confined).finally(() => {
      starts.delete(start);
      if (starts.size === 0) this.#starting.delete(kind);
    });
    starts.add(start);
  }

  async #begin(kind: string, confined: ConfinedSpec): Promise<void> {
    const child = await this.#start(confined).catch(() => undefined);
    if (child === undefined) return;
    const children = this.#kinds.get(kind);
    if (this.#closed || children === undefined) return child.stop();
    child.hold(false);
    children.add(child);
    void child.exited.then(() => children.delete(child));
  }

  #makeRoom(): void {
    const [oldest] = this.#kinds.keys();
    if (this.#kinds.size > KINDS && oldest !== undefined) void this.#drop(oldest);
  }

  async #drop(kind: string): Promise<void> {
    const children = [...(this.#kinds.get(kind) ?? [])];
    this.#kinds.delete(kind);
    await Promise.all(children.map((child) => child.stop()));
  }
}

function kindOf(confined: ConfinedSpec): string {
  return JSON.stringify(confined);
}
