import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { GuestInit } from "@ambit/api-types";
import { type HostOrder, type SharedSeatBoot, frameMark, readWorkerNote } from "../channel/frames.ts";
import { OutboxReader } from "../channel/outbox-credit.ts";
import { makeSharedMemory, sharedWord, sharedWords } from "../channel/shared-layout.ts";
import { SharedTurnReader } from "../channel/turn-ledger.ts";
import { endsWithin } from "../instance/ends-within.ts";
import { threadMillis } from "../thread-time/thread-time.ts";
import type { Seat, SeatEnd, SeatListener } from "./placement.ts";
import type { SharedThread } from "./shared-thread.ts";

/** Processor time that a thread may use after its guest was told to stop; then it is ended with all that are in it. Milliseconds. */
const STOP_CPU_MILLIS = 30;
/** The same by the clock: a machine without a processor to spare is no reason to end neighbours, but there is an end to it. */
const STOP_MILLIS = 1000;
const LOOK_MILLIS = 10;
const MESSAGE_MARK = frameMark.message.charCodeAt(0);

/** The seat of one guest in a thread with others. */
export class SharedSeat implements Seat {
  readonly progress: SharedTurnReader;
  readonly boot: SharedSeatBoot;
  readonly #thread: SharedThread;
  readonly #port: MessagePort;
  readonly #words: Int32Array;
  readonly #credit: OutboxReader;
  readonly #gone = Promise.withResolvers<void>();
  #listener: SeatListener | undefined;
  #number: number | undefined;
  #started = false;
  #leaving = false;
  #left = false;

  constructor(thread: SharedThread) {
    const memory = makeSharedMemory();
    const { port1, port2 } = new MessageChannel();
    this.#thread = thread;
    this.#port = port1;
    this.#words = sharedWords(memory);
    this.#credit = new OutboxReader(memory);
    this.progress = new SharedTurnReader(memory);
    this.boot = { memory, port: port2 };
    port1.on("message", (data: unknown) => this.#receive(data));
    port1.on("messageerror", () => this.#listener?.rubbish());
    // Closed from the other side: the guest has left. Where it was not asked to, its thread has died, which tells more.
    port1.once("close", () => this.#leaving && void this.#leave({ exitCode: 0 }));
    port1.unref();
  }

  listen(listener: SeatListener): void {
    this.#listener = listener;
  }

  getReady(image: unknown): void {
    this.#order({ order: "ready", image });
  }

  start(init: GuestInit, first: string): void {
    this.#started = true;
    this.#order({ order: "start", init, first });
  }

  deliver(text: string): void {
    this.#port.postMessage(text);
  }

  // No guest of a shared thread is ever blocked on an answer.
  answer(): void {}

  stopAsking(): void {}

  read(units: number): void {
    this.#credit.read(units);
  }

  async cpuMillis(): Promise<number> {
    return this.progress.cpuMillis(this.#number === undefined ? await this.#thread.cpuMillis() : threadMillis(this.#number));
  }

  end(): void {
    this.#leaving = true;
    this.#order({ order: "end" });
  }

  async kill(): Promise<void> {
    this.hold(true);
    Atomics.store(this.#words, sharedWord.stop, 1);
    // It may wait for the host to read what it sent.
    Atomics.notify(this.#words, sharedWord.readFrames);
    this.end();
    if (!(await this.#stops())) await this.#thread.endFor(this);
    await this.#gone.promise;
  }

  hold(on: boolean): void {
    if (on) this.#port.ref();
    else this.#port.unref();
  }

  output(): string {
    return this.#thread.output.text();
  }

  /** Its thread is gone. */
  lost(end: SeatEnd): void {
    void this.#leave(end);
  }

  async #leave(end: SeatEnd): Promise<void> {
    if (this.#left) return;
    this.#left = true;
    this.#port.close();
    await this.#thread.leave(this);
    this.#listener?.gone(end);
    this.#gone.resolve();
  }

  /** Waits for the guest to leave, as long as its thread has hardly had a processor to do so. */
  async #stops(): Promise<boolean> {
    const started = performance.now();
    const used = this.#threadMillis();
    while (!(await endsWithin(this.#gone.promise, LOOK_MILLIS))) {
      const waited = performance.now() - started;
      if (waited > STOP_MILLIS || (used === undefined ? waited : (this.#threadMillis() ?? Infinity) - used) > STOP_CPU_MILLIS) return false;
    }
    return true;
  }

  /** Processor time of the thread as the system counts it; undefined where it does not tell. */
  #threadMillis(): number | undefined {
    try {
      return this.#number === undefined ? undefined : threadMillis(this.#number);
    } catch {
      return undefined;
    }
  }

  #order(order: HostOrder): void {
    this.#port.postMessage(order);
  }

  #receive(data: unknown): void {
    const listener = this.#listener;
    if (listener === undefined) return;
    if (typeof data !== "string") return listener.rubbish();
    if (data.charCodeAt(0) === MESSAGE_MARK) return listener.message(data.slice(1));
    const note = data.startsWith(frameMark.note) ? readWorkerNote(data.slice(1)) : undefined;
    if (note === undefined) return listener.rubbish();
    if (note.note === "ready" && !this.#started) this.#number = note.thread;
    listener.note(note);
  }
}
