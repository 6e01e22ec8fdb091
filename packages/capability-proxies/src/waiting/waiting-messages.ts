import { CREDIT_BYTES } from "@ambit/api-types";
import { Arrival } from "./arrival.ts";

/** What an empty message counts, in bytes: its place in the queue costs memory too. */
const placeBytes = 128;

/** Whole messages that wait for a guest. Who fills it stops while it is full; the message that fills it is taken whole. */
export class WaitingMessages<M> {
  /** Told of each change that a reader waits for. */
  readonly arrival: Arrival = new Arrival();
  readonly #messages: { readonly message: M; readonly cost: number }[] = [];
  #cost = 0;

  /** Whether as much waits as may. */
  get isFull(): boolean {
    return this.#cost >= CREDIT_BYTES;
  }

  /** @param bytes of the message. */
  push(message: M, bytes: number): void {
    const cost = bytes + placeBytes;
    this.#messages.push({ message, cost });
    this.#cost += cost;
    this.arrival.tell();
  }

  /** The first one; undefined where none waits. */
  take(): M | undefined {
    const first = this.#messages.shift();
    if (first === undefined) return undefined;
    this.#cost -= first.cost;
    return first.message;
  }

  /** Drops all of them. */
  clear(): void {
    this.#messages.length = 0;
    this.#cost = 0;
  }
}
