import type { Lease, LeaseStore } from "@ambit/api-types";

/** The leases of the memory store. */
export class MemoryLeases implements LeaseStore {
  readonly #leases = new Map<string, Lease>();

  async acquire(name: string, holder: string, ttlMs: number, now: number): Promise<Lease | undefined> {
    const held = this.#leases.get(name);
    if (held !== undefined && held.holder !== holder && held.expiresAt > now) return undefined;
    const lease = { name, holder, expiresAt: now + ttlMs };
    this.#leases.set(name, lease);
    return { ...lease };
  }

  async release(name: string, holder: string): Promise<void> {
    if (this.#leases.get(name)?.holder === holder) this.#leases.delete(name);
  }

  async expired(now: number): Promise<readonly Lease[]> {
    return [...this.#leases.values()].filter(({ expiresAt }) => expiresAt <= now).map((lease) => ({ ...lease }));
  }
}
