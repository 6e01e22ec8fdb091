import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import type { GuestInit } from "@ambit/api-types";
import { AskDesk } from "../channel/ask-desk.ts";
import { type HostOrder, type WorkerBoot, frameMark, readWorkerNote } from "../channel/frames.ts";
import { InboxWriter } from "../channel/inbox.ts";
import { OutboxReader } from "../channel/outbox-credit.ts";
import { makeSharedMemory } from "../channel/shared-layout.ts";
import { TurnReader } from "../channel/turn-ledger.ts";
import { threadMillis } from "../thread-time/thread-time.ts";
import { CapturedOutput } from "./captured-output.ts";
import type { Placement, Seat, SeatListener, SeatOrder, SeatProgress } from "./placement.ts";
import { startWorker } from "./start-worker.ts";

/** Puts each guest into a worker thread of this process. */
export const threadPlacement: Placement = { open: (order) => new ThreadSeat(order) };

const MESSAGE_MARK = frameMark.message.charCodeAt(0);
const ASK_MARK = frameMark.ask.charCodeAt(0);

class ThreadSeat implements Seat {
  readonly progress: SeatProgress;
  readonly #worker: Worker;
  readonly #answers: MessagePort;
  readonly #asks: AskDesk;
  readonly #inbox: InboxWriter | undefined;
  readonly #credit: OutboxReader;
  readonly #output = new CapturedOutput();
  #listener: SeatListener | undefined;
  #error: unknown;
  #thread: number | undefined;
  #sent = 0;
  readonly #exited: Promise<void>;

  constructor(order: SeatOrder) {
    const memory = makeSharedMemory();
    const { port1, port2 } = new MessageChannel();
    this.#answers = port1;
    this.#asks = new AskDesk(memory, port1, (text) => this.#listener?.asked(text));
    this.#credit = new OutboxReader(memory);
    this.progress = new TurnReader(memory);
    const boot: WorkerBoot = { memory, answers: port2, guestModule: order.guestModule, sleeps: order.sleeps, microtasks: order.microtasks };
    this.#worker = startWorker(boot, order, [port2]);
    if (order.sleeps) this.#inbox = new InboxWriter(memory, (data) => this.#worker.postMessage(data));
    this.#exited = this.#wire();
  }

  listen(listener: SeatListener): void {
    this.#listener = listener;
  }

  getReady(image: unknown): void {
    this.#order({ order: "ready", image });
  }

  start(init: GuestInit, first: string): void {
    this.#sent++;
    this.#order({ order: "start", init, first });
  }

  deliver(text: string): void {
    const idle = this.progress.handled() === this.#sent;
    this.#sent = (this.#sent + 1) >>> 0;
    if (this.#inbox === undefined) this.#worker.postMessage(text);
    else this.#inbox.message(text, idle);
  }

  answer(text: string): void {
    this.#asks.answer(text);
  }

  stopAsking(): void {
    this.#asks.stop();
  }

  read(units: number): void {
    this.#credit.read(units);
  }

  async cpuMillis(): Promise<number> {
    if (this.#thread !== undefined) return threadMillis(this.#thread);
    const { user, system } = await this.#worker.cpuUsage();
    return (user + system) / 1000;
  }

  end(): void {
    this.#order({ order: "end" });
  }

  async kill(): Promise<void> {
    this.hold(true);
    await this.#worker.terminate();
    await this.#exited;
  }

  hold(on: boolean): void {
    if (on) this.#worker.ref();
    else this.#worker.unref();
  }

  output(): string {
    return this.#output.text();
  }

  #order(order: HostOrder): void {
    if (this.#inbox === undefined) this.#worker.postMessage(order);
    else this.#inbox.order(order);
  }

  #wire(): Promise<void> {
    this.#worker.unref();
    this.#output.capture(this.#worker.stdout);
    this.#output.capture(this.#worker.stderr);
    this.#worker.on("message", (data: unknown) => {
      this.#receive(data);
      this.#asks.frameCame();
    });
    this.#worker.on("messageerror", () => this.#listener?.rubbish());
    this.#worker.on("error", (error: unknown) => (this.#error = error));
    return new Promise((resolve) => {
      this.#worker.once("exit", (exitCode) => {
        this.#answers.close();
        this.#asks.close();
        this.#listener?.gone({ exitCode, error: this.#error });
        resolve();
      });
    });
  }

  #receive(data: unknown): void {
    const listener = this.#listener;
    if (listener === undefined) return;
    if (typeof data !== "string") return listener.rubbish();
    const mark = data.charCodeAt(0);
    if (mark === MESSAGE_MARK) return listener.message(data.slice(1));
    if (mark === ASK_MARK) return listener.asked(data.slice(1));
    const note = data.startsWith(frameMark.note) ? readWorkerNote(data.slice(1)) : undefined;
    if (note === undefined) return listener.rubbish();
    // Said before there is a guest: what comes later under that name is a guest's, and counts for nothing.
    if (note.note === "ready" && this.#sent === 0) this.#thread = note.thread;
    listener.note(note);
  }
}
