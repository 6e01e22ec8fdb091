import { AmbitError, SANDBOX_ROOTS, timerMillis } from "@ambit/api-types";
import type { ContainerFiles } from "./container-files.ts";

const KIBIBYTES = 1024;
const SHORTEST_PAUSE_MILLIS = 1500;
/** A look may take this part of the time between two. */
const SHARE = 10;

/** Measures the files of one instance before and while something runs in it: volumes of an engine have no size. */
export class DiskWatch {
  readonly #files: ContainerFiles;
  readonly #container: string;
  readonly #mostKib: number;
  readonly #listeners = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<number> | undefined;
  #lookMillis = 0;

  constructor(files: ContainerFiles, container: string, diskMb: number) {
    this.#files = files;
    this.#container = container;
    this.#mostKib = diskMb * KIBIBYTES;
  }

  /** @throws AmbitError `LIMIT_EXCEEDED` where so many bytes more would be too many. */
  async demandRoom(bytes: number): Promise<void> {
    if ((await this.#used()) + bytes / KIBIBYTES > this.#mostKib) throw pastDisk();
  }

  /** Looks again and again until the function that it gives is called; tells when there is too much. */
  watch(onOver: () => void): () => void {
    this.#listeners.add(onOver);
    if (this.#listeners.size === 1) this.#schedule();
    return () => {
      this.#listeners.delete(onOver);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#check(), timerMillis(Math.max(SHORTEST_PAUSE_MILLIS, SHARE * this.#lookMillis)));
  }

  async #check(): Promise<void> {
    const used = await this.#used().catch(() => 0);
    if (used > this.#mostKib) for (const tell of this.#listeners) tell();
    if (this.#listeners.size > 0) this.#schedule();
  }

  #used(): Promise<number> {
    this.#look ??= this.#measure().finally(() => (this.#look = undefined));
    return this.#look;
  }

  async #measure(): Promise<number> {
    const begun = performance.now();
    const used = (await this.#files.usedKib(this.#container, SANDBOX_ROOTS)) ?? 0;
    this.#lookMillis = performance.now() - begun;
    return used;
  }
}

/** What a command or a write past the disk limit ends in. */
export function pastDisk(): AmbitError {
  return new AmbitError("LIMIT_EXCEEDED", "The files of the sandbox are larger than diskMb allows. Delete some.");
}
