import { AmbitError, type GuestPort } from "@ambit/api-types/guest";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import type { BegunCalls } from "./begun-calls.ts";
import { endError } from "./end-error.ts";
import { readGuestLine } from "./message-ids.ts";
import type { SuspendingTurns } from "./suspending-guest.ts";
import { TurnInstance, type TurnParts } from "./turn-instance.ts";

/** The turns of a reactor that may be suspended: one instance, whose state lives from turn to turn. */
export class SuspendingReactor implements SuspendingTurns {
  readonly #port: GuestPort;
  readonly #parts: TurnParts;
  readonly #instance: TurnInstance;
  /** Answers go out when the turn is over: until then the host watches the guest's time, and the guest has time to use. */
  readonly #answers: string[] = [];
  #isInitialised = false;

  constructor(parts: TurnParts) {
    this.#port = parts.port;
    this.#parts = parts;
    this.#instance = new TurnInstance(parts, (line) => this.#take(line));
  }

  get begun(): BegunCalls {
    return this.#instance.guest.begun;
  }

  async turn(message: string): Promise<void> {
    if (!this.#isInitialised) {
      // Here and not in the constructor: the module may wait for a call in it, whose answer comes as a message.
      this.#isInitialised = true;
      if (!this.#settle(await this.#instance.runSuspending("_initialize"))) return;
    }
    this.#settle(await this.#instance.turnSuspending(message));
  }

  memoryBytes(): number {
    return this.#instance.guest.memoryBytes;
  }

  close(): void {
    this.#instance.close();
    this.#parts.folders.close();
  }

  #take(line: string): void {
    if (isAnswer(line)) this.#answers.push(line);
    else this.#port.send(line);
  }

  /** Tells whether the instance can go on. */
  #settle(outcome: RunOutcome): boolean {
    for (const line of this.#answers.splice(0)) this.#port.send(line);
    if (outcome.kind === "returned") return true;
    this.#port.fail(endError(outcome) ?? new AmbitError("GUEST_EXITED", "The plugin ended itself.", { exitCode: 0 }));
    return false;
  }
}

/** What is no message at all goes out as it is: the host has its own word for it. */
function isAnswer(line: string): boolean {
  try {
    return readGuestLine(line).kind === "answer";
  } catch (error) {
    if (AmbitError.isInstance(error)) return false;
    throw error;
  }
}
