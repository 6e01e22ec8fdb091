/**
 * What runs inside a worker: imports the engine's module, waits for a guest to make, then hands it one message after another.
 *
 * @packageDocumentation
 */

import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { CACHE_VARIABLE, type HostOrder, type SharedBoot, type SharedSeatBoot, type WorkerBoot } from "../channel/frames.ts";
import { InboxReader } from "../channel/inbox.ts";
import { ownThread } from "../thread-time/thread-time.ts";
import { GuestOutbox } from "./guest-outbox.ts";
import { type GuestModule, GuestRunner } from "./guest-runner.ts";

/** Takes messages as events of the worker's loop. */
function listen(runner: GuestRunner, port: MessagePort, leave: () => void): void {
  port.on("message", (data: string | HostOrder) => {
    if (typeof data === "string") runner.receive(data);
    else if (data.order === "ready") runner.getReady(data.image);
    else if (data.order === "start") void runner.start(data.init, data.first);
    else {
      runner.end();
      leave();
    }
  });
}

/** Makes the guest, then takes one message after another and sleeps between them; never comes back. */
function sleepBetween(runner: GuestRunner, port: MessagePort, memory: SharedArrayBuffer): void {
  let received = 0;
  port.on("message", async (data: string | HostOrder) => {
    received++;
    // Nothing is sent to a guest before it has answered its first message.
    if (typeof data === "string" || data.order === "end") return endThread(runner);
    if (data.order === "ready") return runner.getReady(data.image);
    await runner.start(data.init, data.first);
    const inbox = new InboxReader(memory, port, received);
    for (;;) {
      // Only the host writes what comes here: messages to its guest as texts, its own orders as objects.
      const next = inbox.next() as string | HostOrder;
      if (typeof next === "string") runner.receive(next);
      else endThread(runner);
    }
  });
}

function endThread(runner: GuestRunner): never {
  runner.end();
  process.exit(0);
}

/** Takes one seat after another; each has a port of its own, and the thread outlives them. */
function serveSeats(module: GuestModule, port: MessagePort): void {
  port.on("message", ({ memory, port: own }: SharedSeatBoot) => {
    const outbox = new GuestOutbox(own, memory);
    listen(new GuestRunner(module, outbox, { memory, microtasks: false, shared: true }), own, () => own.close());
    tellReady(outbox);
  });
}

function tellReady(outbox: GuestOutbox): void {
  const thread = ownThread();
  outbox.note({ note: "ready", ...(thread !== undefined && { thread }) });
}

async function main(port: MessagePort, boot: WorkerBoot | SharedBoot): Promise<void> {
  delete process.env[CACHE_VARIABLE];
  // The engine's package vouches for its module; a module without the export fails at its first use, as any broken engine does.
  const module = (await import(boot.guestModule)) as GuestModule;
  if ("shared" in boot) return serveSeats(module, port);
  const outbox = new GuestOutbox(port, boot.memory, boot.answers);
  const runner = new GuestRunner(module, outbox, { memory: boot.memory, microtasks: boot.microtasks, shared: false });
  if (boot.sleeps) sleepBetween(runner, port, boot.memory);
  else listen(runner, port, () => process.exit(0));
  tellReady(outbox);
}

// Outside a worker there is nobody to serve; the packages' check imports every entry.
if (parentPort !== null) await main(parentPort, workerData as WorkerBoot | SharedBoot);
