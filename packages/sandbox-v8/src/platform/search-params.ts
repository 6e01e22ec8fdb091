import type { BridgeCalls } from "./bridge.ts";

/** Makes the list of names and values that the prelude's `URLSearchParams` stands on, from the text of a query. */
export function createSearchParams(bridge: BridgeCalls): unknown {
  return class URLSearchParams {
    #pairs: [name: string, value: string][];

    constructor(text: string = "") {
      this.#pairs = JSON.parse(bridge.parseQuery(`${text}`)) as [string, string][];
    }

    get size(): number {
      return this.#pairs.length;
    }

    append(name: unknown, value: unknown): void {
      this.#pairs.push([wellFormed(name), wellFormed(value)]);
    }

    delete(name: unknown, value?: unknown): void {
      this.#pairs = this.#pairs.filter(([known, has]) => known !== wellFormed(name) || (value !== undefined && has !== wellFormed(value)));
    }

    set(name: unknown, value: unknown): void {
      const at = this.#pairs.findIndex(([known]) => known === wellFormed(name));
      if (at < 0) return this.append(name, value);
      this.#pairs = this.#pairs.filter(([known], index) => index <= at || known !== wellFormed(name));
      this.#pairs[at] = [wellFormed(name), wellFormed(value)];
    }

    get(name: unknown): string | null {
      return this.#pairs.find(([known]) => known === wellFormed(name))?.[1] ?? null;
    }

    getAll(name: unknown): string[] {
      return this.#pairs.filter(([known]) => known === wellFormed(name)).map(([, value]) => value);
    }

    has(name: unknown, value?: unknown): boolean {
      return this.#pairs.some(([known, has]) => known === wellFormed(name) && (value === undefined || has === wellFormed(value)));
    }

    sort(): void {
      this.#pairs = this.#pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    }

    forEach(callback: (value: string, name: string, all: unknown) => void): void {
      for (const [name, value] of this.#pairs) callback(value, name, this);
    }

    entries(): IterableIterator<[string, string]> {
      return this.#pairs.map(([name, value]): [string, string] => [name, value]).values();
    }

    keys(): IterableIterator<string> {
      return this.#pairs.map(([name]) => name).values();
    }

    values(): IterableIterator<string> {
      return this.#pairs.map(([, value]) => value).values();
    }

    [Symbol.iterator](): IterableIterator<[string, string]> {
      return this.entries();
    }

    toString(): string {
      return bridge.writeQuery(JSON.stringify(this.#pairs));
    }
  };
}

function wellFormed(value: unknown): string {
  return `${value}`.toWellFormed();
}
