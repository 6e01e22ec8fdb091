import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MIB = 1_048_576;

/** Measures what a realm holds beyond what it began with: its objects, and the bytes of its buffers. */
export class HeapWatch {
  readonly #allowed: number;
  readonly #before: number;
  #last = 0;

  /** @param before - {@link heapInUse} when nothing of the guest was there yet. */
  constructor(memoryMb: number, before: number) {
    this.#allowed = memoryMb * MIB;
    this.#before = before;
  }

  /** Bytes at the latest look. */
  get bytes(): number {
    return this.#last;
  }

  /** Whether more is held than is allowed. What only waits to be collected does not count. */
  passed(): boolean {
    this.#look();
    if (this.#last <= this.#allowed) return false;
    collect();
    this.#look();
    return this.#last > this.#allowed;
  }

  #look(): void {
    this.#last = Math.max(0, held() - this.#before);
  }
}

/** Bytes that this thread holds. What only waits to be collected does not count: it would count for a guest's own later. */
export function heapInUse(): number {
  collect();
  return held();
}

function held(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

const collect: () => void = findCollector();

/** The engine's collector, without leaving it to any plugin: no realm made later has it. */
function findCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const collector = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  return collector;
}
