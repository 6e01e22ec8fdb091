import { lookup } from "node:dns/promises";

/** Addresses of a name as the host's resolver gives them. */
export async function resolveName(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, order: "verbatim" })).map(({ address }) => address);
}
