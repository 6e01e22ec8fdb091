import { type Guest, type GuestPort, parseBoundedJson, readRpcMessage } from "@ambit/api-types/guest";
import type { BegunCalls } from "./begun-calls.ts";

/** What a {@link SuspendingGuest} does with one message. */
export interface SuspendingTurns {
  /** Takes one message from its first step to its last; nothing else is begun meanwhile. */
  turn(message: string): Promise<void>;
  /** Calls of the instance that is alive. */
  readonly begun: BegunCalls | undefined;
  memoryBytes(): number;
  close(): void;
}

/**
 * A module that is suspended while it waits for calls that it began. Messages are taken one after another, each wholly: the
 * stacks that compilers keep in a module's memory would not survive a second turn within one that is suspended. Only answers
 * to begun calls reach it meanwhile.
 */
export class SuspendingGuest implements Guest {
  readonly #port: GuestPort;
  readonly #turns: SuspendingTurns;
  readonly #waiting: string[] = [];
  #working = false;

  constructor(port: GuestPort, turns: SuspendingTurns) {
    this.#port = port;
    this.#turns = turns;
  }

  receive(message: string): void {
    const read = readRpcMessage(parseBoundedJson(message));
    if (read.kind === "response" && this.#turns.begun?.take(message, read.response.id) === true) return;
    this.#waiting.push(message);
    if (!this.#working) void this.#work();
  }

  memoryBytes(): number {
    return this.#turns.memoryBytes();
  }

  dispose(): void {
    this.#turns.close();
  }

  async #work(): Promise<void> {
    this.#working = true;
    try {
      for (let message = this.#waiting.shift(); message !== undefined; message = this.#waiting.shift()) await this.#turns.turn(message);
    } catch (error) {
      this.#port.fail(error);
    } finally {
      this.#working = false;
    }
  }
}
