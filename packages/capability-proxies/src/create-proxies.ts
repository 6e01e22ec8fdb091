import type { CapabilityProxy } from "@ambit/api-types";
import { judgeAddress } from "@ambit/sandbox-permissions";
import { commandProxies } from "./command/command-proxies.ts";
import type { NetworkParts } from "./connection/instance-network.ts";
import { resolveBySystem } from "./connection/name-lookup.ts";
import type { Route } from "./connection/route.ts";
import { trustRoots } from "./connection/trusted-roots.ts";
import { fsProxies } from "./fs/fs-proxies.ts";
import { ProxyTermsReader } from "./http-proxy/current-terms.ts";
import { kvProxies } from "./kv/kv-proxies.ts";
import { logProxy } from "./log/log-proxy.ts";
import { networkProxies } from "./network-proxies.ts";
import type { ProxyServices } from "./proxy-services.ts";
import { secretsProxy } from "./secrets/secrets-proxy.ts";
import { storageProxies } from "./storage/storage-proxies.ts";
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
  return [
    ...networkProxies(networkParts(services, route)),
    ...fsProxies(services),
    ...kvProxies(services.store.kv),
    ...storageProxies(services.store.collections),
    ...commandProxies(services.commands),
    ...timerProxies(services.timers),
    secretsProxy(services.store.secrets),
    logProxy(services),
  ];
}

function networkParts(services: ProxyServices, route: Route): NetworkParts {
  return {
    judge: judgeAddress,
    resolve: async (host) => (services.resolveName ? services.resolveName(host) : resolveBySystem(host)),
    trusted: trustRoots(services.trustedCertificates ?? []),
    terms: new ProxyTermsReader(services.proxySettings && (() => services.proxySettings?.())),
    sharedPorts: (pluginId) => services.sharedPorts?.(pluginId) ?? [],
    route,
  };
}
