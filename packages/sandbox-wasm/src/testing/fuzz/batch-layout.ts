import { errorCodes } from "@ambit/api-types/guest";

/** Ends that are no error's code. */
const others = ["answered", "silent", "fault", "thread ended"] as const;
const ends: readonly string[] = ["", ...others, ...errorCodes];

/** What a batch of inputs came to, in memory that outlives the thread that tries them. */
export class BatchLayout {
  readonly memory: SharedArrayBuffer;
  readonly #progress: Int32Array;
  readonly #ends: Uint8Array;

  /** @param memory Of another thread's layout for as many inputs. */
  constructor(inputs: number, memory: SharedArrayBuffer = new SharedArrayBuffer(8 + inputs)) {
    this.memory = memory;
    this.#progress = new Int32Array(memory, 0, 2);
    this.#ends = new Uint8Array(memory, 8, inputs);
  }

  /** Index of the input that is being tried. */
  get current(): number {
    return Atomics.load(this.#progress, 0);
  }

  set current(index: number) {
    Atomics.store(this.#progress, 0, index);
  }

  /** Puts down what an input came to. @throws RangeError for a code of no registry. */
  put(index: number, end: string): void {
    const number = ends.indexOf(end);
    if (number < 1) throw new RangeError(`"${end}" is no end`);
    this.#ends[index] = number;
  }

  /** What an input came to; empty where it was not tried. */
  end(index: number): string {
    return ends[this.#ends[index] ?? 0] ?? "";
  }
}
