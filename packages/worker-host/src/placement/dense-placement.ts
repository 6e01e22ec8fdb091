import type { Placement, Seat, SeatOrder } from "./placement.ts";
import { SharedThread } from "./shared-thread.ts";

/** Seats of one thread where nothing else is said: the fewer, the fewer lose their state when a thread has to be ended. */
const SEATS = 16;

/**
 * Puts several guests into one thread, each in an instance of its engine of its own: an idle one costs a fraction of a thread. While one
 * works the others of its thread wait. A guest that loops is stopped by its engine; where that does not help within a moment the thread
 * is ended, and the others of it are started again when they are called, without their state.
 *
 * @param seats - guests in one thread at most; default 16.
 */
export function densePlacement(seats: number = SEATS): Placement {
  const threads = new Map<string, Set<SharedThread>>();
  return {
    sharesThreads: true,
    open: (order) => openSeat(threads, order, seats),
  };
}

function openSeat(threads: Map<string, Set<SharedThread>>, order: SeatOrder, seats: number): Seat {
  const kind = JSON.stringify(order);
  const alike = threads.get(kind) ?? new Set();
  threads.set(kind, alike);
  for (const thread of alike) if (thread.takesMore(seats)) return thread.open();
  const thread = new SharedThread(order);
  alike.add(thread);
  void thread.ended.then(() => alike.delete(thread));
  return thread.open();
}
