import { AmbitError, type GuestPort, MESSAGE_BYTES, toErrorReply } from "@ambit/api-types/guest";
import type { MessagePort } from "node:worker_threads";
import { AskDoor } from "../channel/ask-door.ts";
import { OUTPUT_UNITS } from "../channel/channel-bounds.ts";
import { type WorkerBoot, type WorkerNote, frameMark } from "../channel/frames.ts";
import { OutboxCredit } from "../channel/outbox-credit.ts";

/** The port that a guest gets: all that leaves the worker goes through it. */
export class GuestOutbox implements GuestPort {
  readonly #port: MessagePort;
  readonly #door: AskDoor;
  readonly #credit: OutboxCredit;
  #failed = false;

  constructor(port: MessagePort, boot: WorkerBoot) {
    this.#port = port;
    this.#door = new AskDoor(boot.memory, boot.answers);
    this.#credit = new OutboxCredit(boot.memory);
  }

  /** Whether the instance is over. */
  get failed(): boolean {
    return this.#failed;
  }

  send(message: string): void {
    if (this.#failed) return;
    if (message.length > MESSAGE_BYTES) return this.fail(tooLarge());
    this.#credit.spend(message.length);
    this.#port.postMessage(frameMark.message + message);
  }

  ask(message: string): string {
    if (this.#failed) throw new AmbitError("INSTANCE_STOPPED", "The instance is over.");
    if (message.length > MESSAGE_BYTES) return JSON.stringify({ jsonrpc: "2.0", id: null, error: toErrorReply(tooLarge()) });
    return this.#door.ask(() => this.#port.postMessage(frameMark.ask + message));
  }

  fail(error: unknown): void {
    if (this.#failed) return;
    this.#failed = true;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.note({ note: "failed", error: toErrorReply(error), detail: detail.slice(0, OUTPUT_UNITS) });
  }

  note(note: WorkerNote): void {
    this.#port.postMessage(frameMark.note + JSON.stringify(note));
  }
}

function tooLarge(): AmbitError {
  return new AmbitError("MESSAGE_TOO_LARGE", `The message is larger than ${MESSAGE_BYTES} bytes.`, { limit: "message" });
}
