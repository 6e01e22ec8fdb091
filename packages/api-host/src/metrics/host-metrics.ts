/** One number that only the host changes. */
export interface Meter {
  value: number;
}

/**
 * Counters and gauges of one host. Names and labels come from the host alone (methods of the table, codes, limits), never
 * from a guest, so their number is bounded.
 */
export class HostMetrics {
  readonly #meters = new Map<string, Meter>();

  /** The meter of a name and its labels, made when missing; kept by who counts often. */
  meter(name: string, labels: Readonly<Record<string, string>> = {}): Meter {
    const texts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    const key = texts.length === 0 ? name : `${name}{${texts.join(",")}}`;
    const meter = this.#meters.get(key) ?? { value: 0 };
    this.#meters.set(key, meter);
    return meter;
  }

  /** Adds to a meter. */
  add(name: string, labels: Readonly<Record<string, string>> = {}, amount: number = 1): void {
    this.meter(name, labels).value += amount;
  }

  /** All values by name and labels, such as `plugin.permission_denied_total{capability="fetch"}`. */
  snapshot(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#meters].map(([key, { value }]) => [key, value]));
  }
}
