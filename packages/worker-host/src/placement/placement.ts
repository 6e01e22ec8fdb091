import type { GuestInit } from "@ambit/api-types";
import type { WorkerNote } from "../channel/frames.ts";

/** Where guests can be put: a thread of this process today, any place that has a seat tomorrow. */
export interface Placement {
  /** Whether seats share threads; only engines that say so can be put there. Default false. */
  readonly sharesThreads?: boolean;
  /** Opens one empty seat; it has no guest yet. */
  open(order: SeatOrder): Seat;
}

/** What a seat is opened with. */
export interface SeatOrder {
  /** URL of the module that makes the guest. */
  readonly guestModule: string;
  /** Heap of JavaScript, mebibytes. */
  readonly heapMb: number;
  /** Guests do nothing between two messages. */
  readonly sleeps: boolean;
  /** A turn of the guest lasts until its microtasks are done. */
  readonly microtasks: boolean;
  /** Options of Node for its thread. */
  readonly flags: readonly string[];
}

/** How a seat came to its end. */
export interface SeatEnd {
  /** What its thread or process died of, when it is known. */
  readonly error?: unknown;
  readonly exitCode: number;
  /** It was ended for another seat's sake. */
  readonly evicted?: boolean;
}

/** Takes what comes out of a seat. All of it is from a stranger. */
export interface SeatListener {
  /** A message of the guest; give it back by {@link Seat.read} once its memory is free again. */
  message(text: string): void;
  /** A request of the guest, blocked until {@link Seat.answer}. */
  asked(text: string): void;
  note(note: WorkerNote): void;
  /** Something came that is no frame. */
  rubbish(): void;
  /** The last thing that comes. */
  gone(end: SeatEnd): void;
}

/** One place where one guest lives and dies. Every message to it has a number, from 1 upwards. */
export interface Seat {
  listen(listener: SeatListener): void;
  /** Lets the seat do ahead what its guest will need. */
  getReady(image: unknown): void;
  /** Makes the guest and hands it its first message; counts as message 1. */
  start(init: GuestInit, first: string): void;
  /** Sends one message to the guest. */
  deliver(text: string): void;
  /** Answers the request that the guest is blocked on. */
  answer(text: string): void;
  /** Lets a blocked guest go on without an answer. */
  stopAsking(): void;
  /** Gives credit for one message that has been dealt with. */
  read(units: number): void;
  readonly progress: SeatProgress;
  /** Processor time so far, milliseconds. May never settle while the seat is inside native code. */
  cpuMillis(): Promise<number>;
  /** Asks the seat to close what its guest holds and to end. */
  end(): void;
  /** Ends it by force, whatever it does. Done when nothing is left. */
  kill(): Promise<void>;
  /** Keeps the host's process alive, or not; seats do not at first. */
  hold(on: boolean): void;
  /** The last that was written to its output; for the host's own log. */
  output(): string;
}

/** How far a seat's guest is, as the seat claims. */
export interface SeatProgress {
  /** Messages the guest has begun on. */
  taken(): number;
  /** Messages the guest is done with. */
  handled(): number;
  /** UTF-16 units of the messages begun on, modulo 2^32. */
  takenUnits(): number;
  /** Milliseconds since the guest began on its latest message. */
  turnAge(): number;
  memoryBytes(): number;
}
