import { Refusal } from "../outcome/refusal.ts";

/** Anything that holds a descriptor. */
export interface Closable {
  close(): void;
}

/** Keeps every handle opened below one root, so that closing the root closes them all, and bounds how many there are. */
export class HandleOwner {
  readonly #open = new Set<Closable>();
  readonly #limit: number;
  #closed = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many handles are open. */
  get count(): number {
    return this.#open.size;
  }

  /** Refuses when the root is closed or as many handles are open as may be. Asked before a descriptor is taken. */
  checkRoom(): void {
    if (this.#closed) throw new Refusal("closed");
    if (this.#open.size >= this.#limit) throw new Refusal("too-many-open");
  }

  add(handle: Closable): void {
    this.#open.add(handle);
  }

  remove(handle: Closable): void {
    this.#open.delete(handle);
  }

  /** Closes every handle; what is opened later is refused. */
  closeAll(): void {
    this.#closed = true;
    for (const handle of this.#open) handle.close();
    this.#open.clear();
  }
}
