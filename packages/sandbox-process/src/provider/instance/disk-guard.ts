import { AmbitError, SANDBOX_ROOTS, timerMillis } from "@ambit/api-types";
import { answerSchemas } from "../link/read-answer.ts";
import type { SupervisorLink } from "../link/supervisor-link.ts";
import { askSupervisor } from "./ask-supervisor.ts";

const MEBIBYTE = 1024 * 1024;
const SHORTEST_PAUSE_MILLIS = 500;
/** A look may take this part of the time between two. */
const SHARE = 10;

/** Measures files that no kernel bounds, before and while commands run. */
export class DiskGuard {
  readonly #link: SupervisorLink;
  readonly #most: number;
  #busy = 0;
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<boolean> | undefined;
  #lookMillis = 0;
  #listeners = new Set<() => void>();

  constructor(link: SupervisorLink, diskMb: number) {
    this.#link = link;
    this.#most = diskMb * MEBIBYTE;
    void link.ended.then(() => clearTimeout(this.#timer));
  }

  /** @throws AmbitError `LIMIT_EXCEEDED` where so many bytes more would be too many. */
  async demandRoom(bytes: number): Promise<void> {
    if (await this.#isOver(bytes)) throw pastDisk();
  }

  /** Watches while something runs; `onOver` is called when there is too much, and everything that runs must end then. */
  watch(onOver: () => void): () => void {
    this.#listeners.add(onOver);
    if (this.#busy++ === 0) this.#schedule();
    return () => {
      this.#listeners.delete(onOver);
      if (--this.#busy === 0) clearTimeout(this.#timer);
    };
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#check(), timerMillis(Math.max(SHORTEST_PAUSE_MILLIS, SHARE * this.#lookMillis)));
  }

  async #check(): Promise<void> {
    const over = await this.#isOver(0).catch(() => false);
    if (over) for (const tell of this.#listeners) tell();
    if (this.#busy > 0 && this.#link.alive) this.#schedule();
  }

  async #isOver(more: number): Promise<boolean> {
    this.#look ??= this.#measure().finally(() => (this.#look = undefined));
    return (await this.#look) || (more > 0 && this.#lastBytes + more > this.#most);
  }

  #lastBytes = 0;

  async #measure(): Promise<boolean> {
    const begun = performance.now();
    const { bytes } = await askSupervisor(this.#link, { op: "usage", folders: SANDBOX_ROOTS }, answerSchemas.usage);
    this.#lookMillis = performance.now() - begun;
    this.#lastBytes = bytes;
    return bytes > this.#most;
  }
}

/** What a command or a write past the disk limit ends in. */
export function pastDisk(): AmbitError {
  return new AmbitError("LIMIT_EXCEEDED", "The files of the sandbox are larger than diskMb allows. Delete some.");
}
