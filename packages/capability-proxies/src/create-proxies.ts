import type { CapabilityProxy } from "@ambit/api-types";
import { judgeAddress } from "@ambit/sandbox-permissions";
import { fsProxies } from "./fs/fs-proxies.ts";
import { kvProxies } from "./kv/kv-proxies.ts";
import { logProxy } from "./log/log-proxy.ts";
import { resolveBySystem } from "./net-fetch/name-lookup.ts";
import { netFetchProxy } from "./net-fetch/net-fetch-proxy.ts";
import type { Route } from "./net-fetch/route.ts";
import { trustRoots } from "./net-fetch/trusted-roots.ts";
import type { ProxyServices } from "./proxy-services.ts";
import { secretsProxy } from "./secrets/secrets-proxy.ts";
import { timerProxies } from "./timer/timer-proxies.ts";

/**
 * Makes the proxies: one for each call of the table. They work on what the judge granted and ask for nothing else.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` for a trusted certificate that is none.
 */
export function createProxies(services: ProxyServices): readonly CapabilityProxy[] {
  return createRoutedProxies(services, () => undefined);
}

/** The same, with connections led to where a route says; for the `testing` entry point. */
export function createRoutedProxies(services: ProxyServices, route: Route): readonly CapabilityProxy[] {
  const network = {
    judge: judgeAddress,
    resolve: async (host: string) => (services.resolveName ? services.resolveName(host) : resolveBySystem(host)),
    trusted: trustRoots(services.trustedCertificates ?? []),
    route,
  };
  return [
    netFetchProxy(network),
    ...fsProxies(services),
    ...kvProxies(services.store.kv),
    ...timerProxies(),
    secretsProxy(services.store.secrets),
    logProxy(services),
  ];
}
