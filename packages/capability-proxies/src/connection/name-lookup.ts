import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type AddressRule, AmbitError, PENDING_CALLS, timerMillis } from "@ambit/api-types";
import type { AddressJudge } from "./address-judge.ts";
import { networkFailed } from "./network-fault.ts";
import { Slots } from "./slots.ts";

/** Finds the addresses of a name, as text, in the order in which they are to be tried. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** An address to dial. */
export interface DialAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Lookups of one plugin instance that may run at once. A system lookup holds a thread of a small pool that file and compression
 * work of every plugin shares, and a name server of the plugin's own can make it last.
 */
const lookupsAtOnce = 2;

/** How `ResolveName` works where the integrator gives none: the system's own lookup, all addresses, in its order. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, order: "verbatim" });
  return found.map((entry) => entry.address);
}

/** Looks names up for one plugin instance and judges every address found. Nothing is kept: each connection asks anew. */
export class NameLookup {
  readonly #resolve: ResolveName;
  readonly #judge: AddressJudge;
  readonly #slots = new Slots(lookupsAtOnce, PENDING_CALLS, () => networkFailed("lookupFailed"));
  readonly #timeoutMs: number;

  /** @param timeoutMs how long one lookup may hold its slot. */
  constructor(resolve: ResolveName, judge: AddressJudge, timeoutMs: number) {
    this.#resolve = resolve;
    this.#judge = judge;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The addresses of a name, all of them allowed by the rule. One that is not refuses the whole call: a name that leads to
   * both sides of a fence is a trick, not a choice.
   *
   * @throws AmbitError `PERMISSION_DENIED`, or `NETWORK_FAILED` where the name leads nowhere.
   */
  async addressesOf(host: string, rule: AddressRule): Promise<readonly DialAddress[]> {
    const found = await this.#slots.run(() => this.#resolveInTime(host));
    if (found.length === 0) throw networkFailed("nameNotFound");
    for (const address of found) {
      if (!this.#judge(address, rule)) throw refusedAddress();
    }
    return found.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  }

  async #resolveInTime(host: string): Promise<readonly string[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(networkFailed("lookupFailed")), timerMillis(this.#timeoutMs));
      timer.unref();
    });
    try {
      return await Promise.race([this.#resolve(host), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** The refusal of an address, which it does not name. */
export function refusedAddress(): AmbitError {
  return new AmbitError("PERMISSION_DENIED", "The host's name leads to an address that plugins may not reach.");
}
