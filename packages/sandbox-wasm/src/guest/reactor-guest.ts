import { AmbitError, type Guest, type GuestPort } from "@ambit/api-types/guest";
import type { RunOutcome } from "../preview1/host/preview1-host.ts";
import { endError } from "./end-error.ts";
import { TurnInstance, type TurnParts } from "./turn-instance.ts";

/** A module in reactor form: one instance, whose state lives from turn to turn. Each message from the host is one turn. */
export class ReactorGuest implements Guest {
  readonly #port: GuestPort;
  readonly #parts: TurnParts;
  readonly #instance: TurnInstance;

  constructor(parts: TurnParts) {
    this.#port = parts.port;
    this.#parts = parts;
    this.#instance = new TurnInstance(parts, (line) => parts.port.send(line));
    this.#settle(this.#instance.run("_initialize"));
  }

  receive(message: string): void {
    this.#settle(this.#instance.turn(message));
  }

  memoryBytes(): number {
    return this.#instance.guest.memoryBytes;
  }

  dispose(): void {
    this.#instance.close();
    this.#parts.folders.close();
  }

  /** An instance that did anything but return is never used again. */
  #settle(outcome: RunOutcome): void {
    if (outcome.kind === "returned") return;
    this.#port.fail(endError(outcome) ?? new AmbitError("GUEST_EXITED", "The plugin ended itself.", { exitCode: 0 }));
  }
}
