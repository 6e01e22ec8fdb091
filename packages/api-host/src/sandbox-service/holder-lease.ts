import { type HostStore, timerMillis } from "@ambit/api-types";

const PREFIX = "sandbox-holder/";
/** A lease is renewed this often within its time. */
const RENEWALS = 3;

/** Name of the lease of one holder of an environment. */
function leaseName(environment: string, tag: string): string {
  return `${PREFIX}${environment}/${tag}`;
}

/** Tags of holders of an environment whose leases ran out. */
export async function expiredTags(store: Pick<HostStore, "leases">, environment: string, now: number): Promise<readonly string[]> {
  const leases = await store.leases.expired(now);
  return leases.filter(({ name, holder }) => name === leaseName(environment, holder)).map(({ holder }) => holder);
}

/** Drops the lease of a holder, when its commands are ended. */
export async function dropLease(store: Pick<HostStore, "leases">, environment: string, tag: string): Promise<void> {
  await store.leases.release(leaseName(environment, tag), tag);
}

/** What a lease is held with. */
export interface LeaseTerms {
  readonly store: Pick<HostStore, "leases">;
  readonly environment: string;
  readonly tag: string;
  readonly leaseMs: number;
  readonly now: () => number;
  /** Called once, when it has run out: somebody else may be ending the holder's commands. */
  readonly onLost: () => void;
  /** Called at each renewal. */
  readonly onRenewed: () => void;
}

/** The lease of one holder, renewed until it is given back. */
export class HolderLease {
  readonly #terms: LeaseTerms;
  #timer: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;
  #expiresAt = 0;
  #over = false;

  private constructor(terms: LeaseTerms) {
    this.#terms = terms;
  }

  static async take(terms: LeaseTerms): Promise<HolderLease> {
    const lease = new HolderLease(terms);
    await lease.#renew();
    return lease;
  }

  /** Whether it holds, by the clock: a timer that is late must not make a command begin that others take for a left-over. */
  get holds(): boolean {
    return !this.#over && this.#terms.now() < this.#expiresAt;
  }

  /** Gives it back. */
  async release(): Promise<void> {
    this.abandon();
    await dropLease(this.#terms.store, this.#terms.environment, this.#terms.tag);
  }

  /** Lets it run out, as that of a holder which crashed. */
  abandon(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#expiry);
  }

  async #renew(): Promise<void> {
    const { store, environment, tag, leaseMs, now } = this.#terms;
    const asked = now();
    const lease = await store.leases.acquire(leaseName(environment, tag), tag, leaseMs, asked);
    if (lease === undefined) return this.#lose();
    // Counted from before the store was asked, so that it ends here no later than there.
    this.#expiresAt = asked + leaseMs;
    this.#schedule();
    this.#watchExpiry();
  }

  /** A store that does not answer must not keep the loss from being noticed. */
  #watchExpiry(): void {
    clearTimeout(this.#expiry);
    if (this.#over) return;
    this.#expiry = setTimeout(() => (this.holds ? this.#watchExpiry() : this.#lose()), timerMillis(Math.max(1, this.#expiresAt - this.#terms.now())));
    this.#expiry.unref();
  }

  #schedule(): void {
    if (this.#over) return;
    this.#timer = setTimeout(() => void this.#tick(), timerMillis(this.#terms.leaseMs / RENEWALS));
    this.#timer.unref();
  }

  async #tick(): Promise<void> {
    if (!this.holds) return this.#lose();
    try {
      await this.#renew();
      if (!this.#over) this.#terms.onRenewed();
    } catch {
      // The store may answer the next time; until then the clock runs on.
      this.#schedule();
    }
  }

  #lose(): void {
    if (this.#over) return;
    this.abandon();
    this.#terms.onLost();
  }
}
