/** A standard event, as far as abort signals need one. */
export class Event {
  readonly type: string;
  target: EventTarget | null = null;

  constructor(type: string) {
    this.type = `${type}`;
  }
}

type Listener = ((event: Event) => void) | { handleEvent(event: Event): void };

/** The standard event target: listeners by type, called in order. */
export class EventTarget {
  readonly #listeners: Map<string, Map<Listener, boolean>> = new Map();

  addEventListener(type: string, listener: Listener | null, options?: boolean | { once?: boolean }): void {
    if (listener === null || listener === undefined) return;
    const all = this.#listeners.get(type) ?? new Map<Listener, boolean>();
    this.#listeners.set(type, all);
    if (!all.has(listener)) all.set(listener, typeof options === "object" && options.once === true);
  }

  removeEventListener(type: string, listener: Listener | null): void {
    if (listener !== null) this.#listeners.get(type)?.delete(listener);
  }

  /** Calls the listeners. One that throws does not keep the others from their turn; its error is reported as unhandled. */
  dispatchEvent(event: Event): boolean {
    event.target = this;
    const all = this.#listeners.get(event.type);
    for (const [listener, once] of Array.from(all ?? [])) {
      if (once) all?.delete(listener);
      try {
        if (typeof listener === "function") listener.call(this, event);
        else listener.handleEvent(event);
      } catch (error) {
        void Promise.reject(error);
      }
    }
    return true;
  }
}
