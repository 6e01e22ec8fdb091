import { Resolver } from "node:dns/promises";
import { AmbitError } from "@ambit/api-types";
import type { ResolveName } from "./name-lookup.ts";

/** How long a name server is waited for. */
export interface DnsResolverOptions {
  /** Milliseconds for one question to one server; default 3000. */
  readonly timeoutMs?: number;
  /** Questions to one server before the next is asked; default 2. */
  readonly tries?: number;
}

/**
 * Looks names up at name servers of the integrator's choice, past the system's own lookup and its files. IPv4 and IPv6 are
 * asked for at once; nothing is kept. For `ProxyServices.resolveName`.
 *
 * @param servers addresses, each with an optional port: `10.0.0.53`, `[fd00::53]:5353`.
 * @throws AmbitError `HOST_CONFIG_INVALID` where there is none, or one is no address.
 */
export function createDnsResolver(servers: readonly string[], options: DnsResolverOptions = {}): ResolveName {
  const resolver = new Resolver({ timeout: options.timeoutMs ?? 3000, tries: options.tries ?? 2 });
  try {
    if (servers.length === 0) throw new Error("no server");
    resolver.setServers(servers);
  } catch (cause) {
    throw new AmbitError("HOST_CONFIG_INVALID", "The name servers must be addresses, each with an optional port.", { cause });
  }
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0 || four.status === "fulfilled") return found;
    // A server that has one kind alone says that it has no data of the other; what counts then is the other's failure.
    throw six.status === "rejected" && isNoData(four.reason) ? six.reason : four.reason;
  };
}

function isNoData(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ENODATA";
}
