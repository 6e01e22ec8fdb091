import type { Worker } from "node:worker_threads";
import { CapturedOutput } from "./captured-output.ts";
import type { Seat, SeatOrder } from "./placement.ts";
import { SharedSeat } from "./shared-seat.ts";
import { startWorker } from "./start-worker.ts";

const LONG_TURN_MILLIS = 50;

/** One thread with the seats of several guests. */
export class SharedThread {
  /** Settles when the thread is gone. */
  readonly ended: Promise<void>;
  readonly output: CapturedOutput = new CapturedOutput();
  readonly #worker: Worker;
  readonly #seats = new Set<SharedSeat>();
  #culprit: SharedSeat | undefined;
  #ending = false;
  #error: unknown;

  constructor(order: SeatOrder) {
    this.#worker = startWorker({ guestModule: order.guestModule, shared: true }, order, []);
    this.#worker.unref();
    this.output.capture(this.#worker.stdout);
    this.output.capture(this.#worker.stderr);
    this.#worker.on("error", (error: unknown) => (this.#error = error));
    this.ended = new Promise((resolve) => {
      this.#worker.once("exit", (exitCode) => {
        this.#ending = true;
        this.#tellEnd(exitCode);
        resolve();
      });
    });
  }

  /** Whether a guest may come: there is room, and none is at one message for long already, for whose end it would wait. */
  takesMore(seats: number): boolean {
    return !this.#ending && this.#seats.size < seats && ![...this.#seats].some((seat) => seat.progress.turnAge() > LONG_TURN_MILLIS);
  }

  open(): Seat {
    const seat = new SharedSeat(this);
    this.#seats.add(seat);
    this.#worker.postMessage(seat.boot, [seat.boot.port]);
    return seat;
  }

  /** Processor time of the whole thread, for systems that do not tell it from outside. */
  async cpuMillis(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / 1000;
  }

  /** Takes a seat away that its guest has left; the thread goes with the last one. */
  async leave(seat: SharedSeat): Promise<void> {
    this.#seats.delete(seat);
    if (this.#seats.size === 0) await this.#terminate();
  }

  /** Ends the thread with all its seats, for the sake of one that cannot be stopped. */
  async endFor(seat: SharedSeat): Promise<void> {
    this.#culprit ??= seat;
    await this.#terminate();
  }

  async #terminate(): Promise<void> {
    this.#ending = true;
    this.#worker.ref();
    await this.#worker.terminate();
    await this.ended;
  }

  /** Where the thread died by itself, whoever was at work is to blame; where nobody was, all are. */
  #tellEnd(exitCode: number): void {
    const seats = [...this.#seats];
    this.#seats.clear();
    const working = this.#culprit === undefined ? seats.filter((seat) => seat.progress.inTurn()) : [this.#culprit];
    const blamed = working.length === 0 ? seats : working;
    // The evicted first: who hears of the end of the one to blame finds the others gone too.
    for (const seat of seats) if (!blamed.includes(seat)) seat.lost({ exitCode, evicted: true });
    for (const seat of blamed) seat.lost({ exitCode, error: this.#error });
  }
}
