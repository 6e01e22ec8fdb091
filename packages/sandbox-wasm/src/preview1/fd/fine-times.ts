import type { FileStat, Outcome, TimeChange } from "@ambit/directory-handles";

/** Most files whose times are remembered; the one set longest ago is forgotten first. */
const maxFiles = 1024;

interface SetTime {
  /** What the system made of it. */
  readonly stored: bigint;
  /** What the guest asked for. */
  readonly wanted: bigint;
}

interface SetTimes {
  readonly accessed: SetTime | undefined;
  readonly modified: SetTime | undefined;
}

/**
 * The nanoseconds that get lost on the way to the system. Node.js takes times as seconds in a double, so that a present-day time is
 * off by up to 120 ns; a guest that sets a time and compares would find another. The exact value is kept while the file still
 * has the time that the system made of it; any later change of the file makes it void.
 */
export class FineTimes {
  readonly #files = new Map<string, SetTimes>();

  /** Keeps what `change` asked for. `after` is how the file stands now that it was applied. */
  remember(change: TimeChange, after: Outcome<FileStat>): void {
    if (!after.ok) return;
    const key = keyOf(after.value);
    const before = this.#files.get(key);
    this.#files.delete(key);
    this.#files.set(key, {
      accessed: setTime(change.accessedNs, after.value.accessedNs) ?? before?.accessed,
      modified: setTime(change.modifiedNs, after.value.modifiedNs) ?? before?.modified,
    });
    if (this.#files.size <= maxFiles) return;
    for (const oldest of this.#files.keys()) {
      this.#files.delete(oldest);
      return;
    }
  }

  /** The stat with the exact times put back where they still hold. */
  restore(stat: FileStat): FileStat {
    if (this.#files.size === 0) return stat;
    const set = this.#files.get(keyOf(stat));
    if (set === undefined) return stat;
    return { ...stat, accessedNs: exact(stat.accessedNs, set.accessed), modifiedNs: exact(stat.modifiedNs, set.modified) };
  }
}

function keyOf({ device, inode }: FileStat): string {
  return `${device}:${inode}`;
}

function setTime(asked: bigint | "now" | undefined, stored: bigint): SetTime | undefined {
  return typeof asked === "bigint" ? { stored, wanted: asked } : undefined;
}

function exact(now: bigint, set: SetTime | undefined): bigint {
  return set?.stored === now ? set.wanted : now;
}
