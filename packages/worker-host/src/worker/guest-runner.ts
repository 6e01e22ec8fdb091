import type { CreateGuest, GetReady, Guest, GuestInit } from "@ambit/api-types/guest";
import { TurnLedger } from "../channel/turn-ledger.ts";
import type { GuestOutbox } from "./guest-outbox.ts";

/** What an engine's worker module exports. */
export interface GuestModule {
  readonly createGuest: CreateGuest;
  readonly getReady?: GetReady;
}

/** How a runner's guest is run. */
export interface RunnerTerms {
  readonly memory: SharedArrayBuffer;
  /** A turn lasts until the guest's microtasks are done. */
  readonly microtasks: boolean;
  /** Other guests live in the same thread. */
  readonly shared: boolean;
}

/** Makes one guest and hands it one message after another. */
export class GuestRunner {
  readonly #module: GuestModule;
  readonly #outbox: GuestOutbox;
  readonly #ledger: TurnLedger;
  readonly #terms: RunnerTerms;
  #ready: Promise<void> | undefined;
  #guest: Guest | undefined;
  /** The end of a turn that waits for the guest's microtasks. */
  #turnEnd: NodeJS.Immediate | undefined;

  constructor(module: GuestModule, outbox: GuestOutbox, terms: RunnerTerms) {
    this.#module = module;
    this.#outbox = outbox;
    this.#ledger = new TurnLedger(terms.memory, terms.shared);
    this.#terms = terms;
  }

  /** Does ahead what the guest will need. That it fails is no matter: it is done again, and told, when the guest comes. */
  getReady(image: unknown): void {
    this.#ready = this.#module.getReady?.(image).catch(() => undefined);
  }

  async start(init: GuestInit, first: string): Promise<void> {
    const { shared } = this.#terms;
    if (!shared) this.#ledger.begin(0);
    try {
      await this.#ready;
      this.#guest = await this.#module.createGuest(init, this.#outbox);
      // While a guest is made, others of its thread have their turns: its own begins only here.
      if (shared) this.#ledger.begin(0);
      if (!this.#outbox.stopped()) this.#guest.receive(first);
    } catch (error) {
      this.#outbox.fail(error);
    }
    this.#endTurn();
  }

  receive(message: string): void {
    if (this.#outbox.failed || this.#outbox.stopped()) return;
    // The microtasks of the turn before are done, or this message would not be here.
    if (this.#turnEnd !== undefined) this.#closeTurn();
    this.#ledger.begin(message.length);
    try {
      this.#guest?.receive(message);
    } catch (error) {
      this.#outbox.fail(error);
    }
    this.#endTurn();
  }

  /** Closes what the guest holds. One that is broken is left alone: its state may be anything. */
  end(): void {
    const guest = this.#guest;
    this.#guest = undefined;
    if (this.#terms.shared && (this.#outbox.failed || this.#outbox.stopped())) return;
    try {
      guest?.dispose();
    } catch {
      // All it holds ends with its thread, or with what nothing leads to any more.
    }
  }

  #endTurn(): void {
    if (this.#terms.microtasks) this.#turnEnd = setImmediate(() => this.#closeTurn());
    else this.#closeTurn();
  }

  #closeTurn(): void {
    clearImmediate(this.#turnEnd);
    this.#turnEnd = undefined;
    this.#ledger.end(this.#memoryBytes());
  }

  #memoryBytes(): number {
    return this.#outbox.failed ? 0 : (this.#guest?.memoryBytes() ?? 0);
  }
}
