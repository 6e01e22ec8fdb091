/**
 * Capability proxies: the host side of each call that a guest makes.
 *
 * Who uses it: `api-host`, which hands each allowed call to the proxy of its name. What belongs here: doing what a grant says
 * (connecting, reading, writing, waiting), within the plugin's limits, and letting go of it when the instance ends. What does
 * not: judging a call (`sandbox-permissions`), the path walk itself (`directory-handles`), the journal and the store
 * (`api-host`).
 *
 * @packageDocumentation
 */
export { createProxies } from "./create-proxies.ts";
export { createDnsResolver, type DnsResolverOptions } from "./connection/dns-resolver.ts";
export type { ResolveName } from "./connection/name-lookup.ts";
export { type ProxyServer, type ProxySettings, type ProxyTerms, readProxySettings } from "./http-proxy/proxy-settings.ts";
export { type SharedProcess, SharedServers } from "./shared-server/shared-servers.ts";
export type { SetTimer, TimerSource } from "./timer/timer-source.ts";
export type { PluginLogLine, ProxyServices, RootMount } from "./proxy-services.ts";
export { printableText } from "./log/printable-text.ts";
