/**
 * The worker side of the fast backend: one plugin in a realm of V8. `worker-host` loads this module in the plugin's worker, in the
 * plugin's confined process, and calls {@link createGuest}.
 *
 * @packageDocumentation
 */
import { AmbitError, type Guest, type GuestInit, type GuestPort } from "@ambit/api-types/guest";
import type { Prelude } from "@ambit/sandbox-js/guest-kit";
import { HeapWatch } from "./heap-watch.ts";
import { messageDoor } from "./message-door.ts";
import { PluginRealm } from "./plugin-realm.ts";

/**
 * Makes a guest. The plugin's code is loaded when `initialize` comes.
 *
 * @throws AmbitError `SAND_JS_LOAD_FAILED`.
 */
export async function createGuest(init: GuestInit, port: GuestPort): Promise<Guest> {
  if (!("js" in init.run)) throw new AmbitError("SAND_JS_LOAD_FAILED", "The plugin has no run.js.");
  const guest = new V8Guest(port, new HeapWatch(init.policy.limits.memoryMb));
  await guest.open(new PluginRealm(init.bundleDir, init.run.js));
  return guest;
}

class V8Guest implements Guest {
  readonly #port: GuestPort;
  readonly #heap: HeapWatch;
  #prelude: Prelude | undefined;
  #ended = false;

  constructor(port: GuestPort, heap: HeapWatch) {
    this.#port = port;
    this.#heap = heap;
  }

  /** Prepares the realm. Nothing leaves a guest that holds more than it may. */
  async open(realm: PluginRealm): Promise<void> {
    const door = messageDoor(this.#port);
    this.#prelude = await realm.open((text) => (this.#isOver() ? "LIMIT_EXCEEDED" : door(text)));
    // The worker has one guest and ends with it. Reasons are the realm's own values: they go back into it unread.
    process.on("unhandledRejection", (reason) => this.#drive(() => this.#prelude?.unhandled(reason)));
    process.on("uncaughtException", (thrown) => this.#drive(() => this.#prelude?.unhandled(thrown)));
  }

  receive(message: string): void {
    this.#drive(() => this.#prelude?.receive(message));
  }

  memoryBytes(): number {
    this.#isOver();
    return this.#heap.bytes;
  }

  /** Ends the instance where it holds too much; true once it is over. */
  #isOver(): boolean {
    if (!this.#ended && this.#heap.passed()) this.#fail(new AmbitError("LIMIT_EXCEEDED", "The plugin's code passed its limit memoryMb.", { limit: "memoryMb" }));
    return this.#ended;
  }

  dispose(): void {
    this.#ended = true;
  }

  #drive(step: () => void): void {
    if (this.#ended) return;
    try {
      step();
    } catch {
      // The prelude catches what plugin code throws; what is left is a stack that ended in the prelude itself.
      this.#fail(new AmbitError("GUEST_STACK_OVERFLOW", "The plugin's code recursed too deeply.", { limit: "stack" }));
    }
  }

  #fail(error: AmbitError): void {
    this.#ended = true;
    this.#port.fail(error);
  }
}
