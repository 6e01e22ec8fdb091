import { AmbitError } from "@ambit/api-types";
import type { WorkerNote } from "../channel/frames.ts";
import type { Placement, Seat, SeatEnd, SeatListener, SeatOrder } from "../placement/placement.ts";

/** How long the pool waits after a seat was taken before it opens the next, so that it does not slow the start under way. */
const REFILL_MILLIS = 20;

/** A seat that has loaded its engine and never had a guest. */
interface WarmSeat {
  readonly seat: Seat;
  /** Settles when its engine is loaded; rejects when the seat ends first. */
  readonly ready: Promise<void>;
}

/** Keeps a few seats ready. A seat leaves the pool once, for one guest, and never comes back. */
export class WarmPool {
  readonly #placement: Placement;
  readonly #order: SeatOrder;
  readonly #size: number;
  readonly #warm = new Set<WarmSeat>();
  #refill: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(placement: Placement, order: SeatOrder, size: number) {
    this.#placement = placement;
    this.#order = order;
    this.#size = size;
  }

  /**
   * Takes a seat that is ready for a guest.
   *
   * @throws AmbitError `BACKEND_UNAVAILABLE` when the engine cannot be loaded or the pool is closed.
   */
  async take(): Promise<Seat> {
    if (this.#closed) throw new AmbitError("BACKEND_UNAVAILABLE", "The backend is closed.");
    const warm = this.#takeWarm() ?? this.#open();
    this.#warm.delete(warm);
    this.#refillSoon();
    warm.seat.hold(true);
    await warm.ready;
    return warm.seat;
  }

  /** Opens one seat for the guest to come. */
  openOne(): void {
    this.#warm.add(this.#open());
  }

  /** Ends every seat that waits. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#refill);
    const seats = [...this.#warm];
    this.#warm.clear();
    await Promise.all(seats.map((warm) => warm.seat.kill()));
  }

  #takeWarm(): WarmSeat | undefined {
    for (const warm of this.#warm) return warm;
    return undefined;
  }

  #open(): WarmSeat {
    const seat = this.#placement.open(this.#order);
    const ready = new Promise<void>((resolve, reject) => seat.listen(new ReadyListener(resolve, reject)));
    const warm: WarmSeat = { seat, ready };
    ready.catch(() => {
      this.#warm.delete(warm);
      void seat.kill();
    });
    return warm;
  }

  #refillSoon(): void {
    if (this.#refill !== undefined || this.#closed) return;
    this.#refill = setTimeout(() => {
      this.#refill = undefined;
      if (this.#warm.size >= this.#size) return;
      this.openOne();
      this.#refillSoon();
    }, REFILL_MILLIS);
    this.#refill.unref();
  }
}

/** Waits for the one word a seat says before it has a guest. */
class ReadyListener implements SeatListener {
  readonly #resolve: () => void;
  readonly #reject: (error: AmbitError) => void;

  constructor(resolve: () => void, reject: (error: AmbitError) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  note(note: WorkerNote): void {
    if (note.note === "ready") this.#resolve();
    else this.rubbish();
  }

  message(): void {
    this.rubbish();
  }

  asked(): void {
    this.rubbish();
  }

  rubbish(): void {
    this.#reject(new AmbitError("BACKEND_UNAVAILABLE", "The engine sent something before it had a guest."));
  }

  gone(end: SeatEnd): void {
    this.#reject(new AmbitError("BACKEND_UNAVAILABLE", "The engine could not be loaded in its worker.", { cause: end.error }));
  }
}
