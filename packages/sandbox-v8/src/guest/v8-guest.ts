/**
 * The worker side of the fast backend: one plugin in a realm of V8. `worker-host` loads this module in the plugin's worker, in the
 * plugin's confined process, and calls {@link createGuest}.
 *
 * @packageDocumentation
 */
import { AmbitError, type Guest, type GuestInit, type GuestPort } from "@ambit/api-types/guest";
import { createModuleLoader, type ModuleLoader, type Prelude } from "@ambit/sandbox-js/guest-kit";
import { HeapWatch, heapInUse } from "./heap-watch.ts";
import { messageDoor } from "./message-door.ts";
import { PluginRealm } from "./plugin-realm.ts";

/** Made before a plugin is waited for, so that a worker which waits for one starts it at once. It serves the one guest of its worker. */
const realm = await PluginRealm.open();
const heapBefore = heapInUse();

/**
 * Makes a guest. The plugin's code is loaded when `initialize` comes.
 *
 * @throws AmbitError `SAND_JS_LOAD_FAILED`.
 */
export function createGuest(init: GuestInit, port: GuestPort): Guest {
  if (!("js" in init.run)) throw new AmbitError("SAND_JS_LOAD_FAILED", "The plugin has no run.js.");
  if (realm === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "The engine V8 makes its guests in a worker.");
  const guest = new V8Guest(port, new HeapWatch(init.policy.limits.memoryMb, heapBefore));
  guest.enter(realm, createModuleLoader(init.bundleDir, init.run.js));
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

  /** Takes the realm. Nothing leaves a guest that holds more than it may. */
  enter(room: PluginRealm, loader: ModuleLoader): void {
    const door = messageDoor(this.#port);
    this.#prelude = room.enter(loader, (text) => (this.#isOver() ? "LIMIT_EXCEEDED" : door(text)));
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
