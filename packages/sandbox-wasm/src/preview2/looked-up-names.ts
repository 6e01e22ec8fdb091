/** An IPv4 address and port, as `wasi:sockets/network.ip-socket-address`. IPv6 ones are never given out. */
export interface SocketAddress {
  readonly tag: string;
  readonly val: { readonly address: readonly [number, number, number, number]; readonly port: number };
}

/** Names that one instance can have looked up. */
const MOST_NAMES = 1024;

/** Longest name. */
const NAME_UNITS = 255;

/** First number of the addresses given out: of a range that no network uses. */
const RESERVED = 240;

/**
 * Addresses that stand for names. A component connects to addresses, a policy names hosts; so a look-up gives an address of a
 * reserved range that means the name to this instance alone, and a connection to it is one to the name. No real address
 * crosses to the guest, and none that it makes up leads anywhere.
 */
export class LookedUpNames {
  readonly #names: string[] = [];

  /** The address that stands for a name. Throws a code of `wasi:sockets/network` for one that cannot be a name, or past the bound. */
  addressOf(name: string): SocketAddress["val"]["address"] {
    if (name === "" || name.length > NAME_UNITS) throw "invalid-argument";
    const known = this.#names.indexOf(name);
    const index = known >= 0 ? known : this.#names.push(name) - 1;
    if (index >= MOST_NAMES) throw "temporary-resolver-failure";
    return [RESERVED, 0, index >> 8, index & 0xff];
  }

  /** The name that an address stands for; undefined for any that was not given out. */
  nameOf({ tag, val }: SocketAddress): string | undefined {
    const [first, second, high, low] = val.address;
    return tag === "ipv4" && first === RESERVED && second === 0 ? this.#names[(high << 8) | low] : undefined;
  }
}
