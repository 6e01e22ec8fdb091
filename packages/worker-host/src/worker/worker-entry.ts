/**
 * What runs inside a worker: imports the engine's module, waits for a guest to make, then hands it one message after another.
 *
 * @packageDocumentation
 */

import type { CreateGuest, Guest, GuestInit } from "@ambit/api-types/guest";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CACHE_VARIABLE, type HostOrder, type WorkerBoot } from "../channel/frames.ts";
import { InboxReader } from "../channel/inbox.ts";
import { TurnLedger } from "../channel/turn-ledger.ts";
import { ownThread } from "../thread-time/thread-time.ts";
import { GuestOutbox } from "./guest-outbox.ts";

class GuestRunner {
  readonly #createGuest: CreateGuest;
  readonly #outbox: GuestOutbox;
  readonly #ledger: TurnLedger;
  #guest: Guest | undefined;

  constructor(createGuest: CreateGuest, outbox: GuestOutbox, ledger: TurnLedger) {
    this.#createGuest = createGuest;
    this.#outbox = outbox;
    this.#ledger = ledger;
  }

  async start(init: GuestInit, first: string): Promise<void> {
    this.#ledger.begin(0);
    try {
      this.#guest = await this.#createGuest(init, this.#outbox);
      this.#guest.receive(first);
    } catch (error) {
      this.#outbox.fail(error);
    }
    this.#ledger.end(this.#memoryBytes());
  }

  receive(message: string): void {
    if (this.#outbox.failed) return;
    this.#ledger.begin(message.length);
    try {
      this.#guest?.receive(message);
    } catch (error) {
      this.#outbox.fail(error);
    }
    this.#ledger.end(this.#memoryBytes());
  }

  end(): never {
    try {
      this.#guest?.dispose();
    } catch {
      // The thread ends here, and all it holds with it.
    }
    process.exit(0);
  }

  #memoryBytes(): number {
    return this.#outbox.failed ? 0 : (this.#guest?.memoryBytes() ?? 0);
  }
}

/** Takes messages as events of the worker's loop. */
function listen(runner: GuestRunner, port: MessagePort): void {
  port.on("message", (data: string | HostOrder) => {
    if (typeof data === "string") runner.receive(data);
    else if (data.order === "start") void runner.start(data.init, data.first);
    else runner.end();
  });
}

/** Makes the guest, then takes one message after another and sleeps between them; never comes back. */
function sleepBetween(runner: GuestRunner, port: MessagePort, memory: SharedArrayBuffer): void {
  let received = 0;
  port.on("message", async (data: string | HostOrder) => {
    received++;
    // Nothing is sent to a guest before it has answered its first message.
    if (typeof data === "string" || data.order === "end") return runner.end();
    await runner.start(data.init, data.first);
    const inbox = new InboxReader(memory, port, received);
    for (;;) {
      // Only the host writes what comes here: messages to its guest as texts, its own orders as objects.
      const next = inbox.next() as string | HostOrder;
      if (typeof next === "string") runner.receive(next);
      else runner.end();
    }
  });
}

async function main(port: MessagePort, boot: WorkerBoot): Promise<void> {
  delete process.env[CACHE_VARIABLE];
  const outbox = new GuestOutbox(port, boot);
  // The engine's package vouches for its module; a module without the export fails at its first use, as any broken engine does.
  const { createGuest } = (await import(boot.guestModule)) as { createGuest: CreateGuest };
  const runner = new GuestRunner(createGuest, outbox, new TurnLedger(boot.memory));
  if (boot.sleeps) sleepBetween(runner, port, boot.memory);
  else listen(runner, port);
  const thread = ownThread();
  outbox.note({ note: "ready", ...(thread !== undefined && { thread }) });
}

// Outside a worker there is nobody to serve; the packages' check imports every entry.
if (parentPort !== null) await main(parentPort, workerData as WorkerBoot);
