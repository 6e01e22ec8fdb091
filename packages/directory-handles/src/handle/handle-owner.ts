import { Refusal } from "../outcome/refusal.ts";

/** Anything that holds a descriptor. `slot` is the owner's to use: where it keeps the handle. */
export interface OwnedHandle {
  slot: number;
  close(): void;
}

/** Keeps every handle opened below one root, so that closing the root closes them all, and bounds how many there are. */
export class HandleOwner {
  readonly #open: OwnedHandle[] = [];
  readonly #limit: number;
  #closed = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Refuses when the root is closed or as many handles are open as may be. Asked before a descriptor is taken. */
  checkRoom(): void {
    if (this.#closed) throw new Refusal("closed");
    if (this.#open.length >= this.#limit) throw new Refusal("too-many-open");
  }

  add(handle: OwnedHandle): void {
    handle.slot = this.#open.length;
    this.#open.push(handle);
  }

  /** Lets go of a handle; the last one takes its slot. One that is not kept any more is left alone. */
  remove(handle: OwnedHandle): void {
    if (this.#open[handle.slot] !== handle) return;
    const last = this.#open.pop();
    if (last === undefined || last === handle) return;
    this.#open[handle.slot] = last;
    last.slot = handle.slot;
  }

  /** Closes every handle; what is opened later is refused. */
  closeAll(): void {
    this.#closed = true;
    for (let last = this.#open.pop(); last !== undefined; last = this.#open.pop()) last.close();
  }
}
