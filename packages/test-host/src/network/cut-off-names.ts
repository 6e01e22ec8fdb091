import { lookup } from "node:dns/promises";
import { AmbitError } from "@ambit/api-types";

/**
 * Names in a test without a network: what does not go through its proxy, such as a script, a command or a raw socket, finds no
 * way either. The hosts of accounts that are really connected to are found as ever.
 */
export function cutOffNames(accounts: readonly string[]): (host: string) => Promise<readonly string[]> {
  const hosts = new Set(accounts.map((account) => URL.parse(account)?.hostname ?? URL.parse(`https://${account}`)?.hostname));
  return async (host) => {
    if (!hosts.has(host)) throw new AmbitError("NETWORK_FAILED", `This test has no network, and so no way to ${host} for a script, a command or a raw socket. Test it with the real network.`);
    return (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address);
  };
}
