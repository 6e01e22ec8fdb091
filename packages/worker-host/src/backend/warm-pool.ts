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
  /** Its thread was ended for another seat's sake. */
  evicted: boolean;
}

/** Keeps a few seats ready. A seat leaves the pool once, for one guest, and never comes back. */
export class WarmPool {
  readonly #placement: Placement;
  readonly #order: SeatOrder;
  readonly #size: number;
  readonly #oneImage: boolean;
  readonly #warm = new Set<WarmSeat>();
  #refill: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param oneImage - every guest starts from the image that {@link take} is told of. */
  constructor(placement: Placement, order: SeatOrder, size: number, oneImage: boolean) {
    this.#placement = placement;
    this.#order = order;
    this.#size = size;
    this.#oneImage = oneImage;
  }

  /**
   * Takes a seat that is ready for a guest.
   *
   * @throws AmbitError `BACKEND_UNAVAILABLE` when the engine cannot be loaded or the pool is closed.
   */
  async take(image: unknown): Promise<Seat> {
    if (this.#closed) throw new AmbitError("BACKEND_UNAVAILABLE", "The backend is closed.");
    for (;;) {
      const warm = this.#takeWarm() ?? this.#open();
      this.#warm.delete(warm);
      this.#refillSoon(image);
      warm.seat.hold(true);
      if (await isReady(warm)) return warm.seat;
    }
  }

  /** Opens one seat for the guest to come. */
  openOne(): void {
    this.#keep();
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
    const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
    const warm: WarmSeat = { seat, ready, evicted: false };
    const lose = (error: AmbitError, evicted: boolean): void => {
      warm.evicted = evicted;
      reject(error);
      this.#warm.delete(warm);
    };
    seat.listen(new ReadyListener(resolve, lose));
    ready.catch(() => seat.kill());
    return warm;
  }

  #keep(): Seat {
    const warm = this.#open();
    this.#warm.add(warm);
    return warm.seat;
  }

  #refillSoon(image: unknown): void {
    if (this.#refill !== undefined || this.#closed) return;
    this.#refill = setTimeout(() => {
      this.#refill = undefined;
      if (this.#warm.size >= this.#size) return;
      const seat = this.#keep();
      if (this.#oneImage) seat.getReady(image);
      this.#refillSoon(image);
    }, REFILL_MILLIS);
    this.#refill.unref();
  }
}

/** Waits for a seat. False where it is gone for no fault of its engine's: another one will do. */
async function isReady(warm: WarmSeat): Promise<boolean> {
  try {
    await warm.ready;
    return true;
  } catch (error) {
    if (warm.evicted) return false;
    throw error;
  }
}

/** Waits for the one word a seat says before it has a guest. */
class ReadyListener implements SeatListener {
  readonly #resolve: () => void;
  readonly #reject: (error: AmbitError, evicted: boolean) => void;

  constructor(resolve: () => void, reject: (error: AmbitError, evicted: boolean) => void) {
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
    this.#reject(new AmbitError("BACKEND_UNAVAILABLE", "The engine sent something before it had a guest."), false);
  }

  gone(end: SeatEnd): void {
    this.#reject(new AmbitError("BACKEND_UNAVAILABLE", "The engine could not be loaded in its worker.", { cause: end.error }), end.evicted ?? false);
  }
}
