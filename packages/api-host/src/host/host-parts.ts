import { AmbitError, type CommandSurroundings, defaultCeilings, limitNames, type Limits } from "@ambit/api-types";
import { createProxies, printableText } from "@ambit/capability-proxies";
import type { HostTerms } from "@ambit/sandbox-permissions";
import { CapabilityRegistry } from "../capabilities/capability-registry.ts";
import { BundleFolders } from "../folders/bundle-folders.ts";
import { DataFolder } from "../folders/data-folder.ts";
import { hookHandlers } from "../hooks/hook-handlers.ts";
import { BackendChoice } from "../instances/backend-choice.ts";
import type { PluginServices } from "../instances/plugin-services.ts";
import { RootTable } from "../instances/root-table.ts";
import { HostJournal } from "../journal/host-journal.ts";
import { HostMetrics } from "../metrics/host-metrics.ts";
import { maskedLog } from "../secrets/masked-log.ts";
import { SecretBook } from "../secrets/secret-book.ts";
import type { PluginHostOptions } from "./plugin-host.ts";
import { reportMasked, reportToStandardError } from "./report-internal-error.ts";

/** What a host is put together from. */
export interface HostParts extends PluginServices {
  readonly terms: HostTerms;
}

/**
 * Makes the parts of a host from its options.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` naming the option.
 */
export async function makeHostParts(options: PluginHostOptions): Promise<HostParts> {
  const { store, applicationName } = options;
  const secrets = new SecretBook();
  const onInternalError = options.onInternalError === undefined ? reportToStandardError(secrets) : reportMasked(secrets, options.onInternalError);
  const roots = new RootTable(options.roots, options.protectedPaths);
  const capabilities = new CapabilityRegistry(options.capabilities, async (hook) => (await hookHandlers(hook, store, terms)).some(({ broken }) => broken === undefined));
  const terms: HostTerms = { roots: roots.terms(), ceilings: ceilings(options.limits), capabilities: capabilities.terms(), ...(applicationName !== undefined && { applicationName }) };
  const mounts: PluginServices["mounts"] = new Map();
  const surroundings: PluginServices["surroundings"] = new Map();
  const proxies = new Map(makeProxies(options, { mounts, surroundings, secrets }));
  const data = await DataFolder.open(options.dataDir);
  roots.keepOut(data.folder);
  const journal = new HostJournal({ ...options.journal, store: store.journal, mask: (pluginId, text) => secrets.mask(pluginId, text), onError: onInternalError });
  return {
    store,
    data,
    bundles: new BundleFolders(data.bundles, store.bundles),
    backends: new BackendChoice(options.backends, options),
    roots,
    proxies,
    capabilities,
    mounts,
    surroundings,
    ...(options.scripts !== undefined && { scripts: options.scripts }),
    journal,
    metrics: new HostMetrics(),
    secrets,
    ...(options.resolveName !== undefined && { resolveName: options.resolveName }),
    sharedPorts: (pluginId) => options.sharedServers?.portsOf(pluginId) ?? [],
    log: (pluginId, level, message) => options.onLog?.({ time: Date.now(), pluginId, instanceId: "", level, message: printableText(secrets.mask(pluginId, message)) }),
    lang: options.lang ?? "en",
    onInternalError,
    terms,
  };
}

function makeProxies(options: PluginHostOptions, { mounts, surroundings, secrets }: Pick<PluginServices, "mounts" | "surroundings" | "secrets">): readonly (readonly [string, ReturnType<typeof maskedLog>])[] {
  const { store, resolveName, trustedCertificates, proxySettings, sharedServers, commands, timers, onLog } = options;
  const proxies = createProxies({
    store,
    mountOf: ({ instanceId }, root) => ownValue(mounts.get(instanceId), root),
    ...(resolveName !== undefined && { resolveName }),
    ...(trustedCertificates !== undefined && { trustedCertificates }),
    ...(proxySettings !== undefined && { proxySettings }),
    ...(sharedServers !== undefined && { sharedPorts: (pluginId) => sharedServers.portsOf(pluginId) }),
    ...(commands !== undefined && { commands: { host: commands, surroundings: ({ instanceId }) => surroundingsOf(surroundings, instanceId) } }),
    ...(timers !== undefined && { timers }),
    ...(onLog !== undefined && { onLog }),
  });
  return proxies.map((proxy) => [proxy.method, maskedLog(proxy, secrets)]);
}

function surroundingsOf(known: PluginServices["surroundings"], instanceId: string): CommandSurroundings {
  const found = known.get(instanceId);
  if (found === undefined) throw new AmbitError("INSTANCE_STOPPED", "The instance ended before its command began.");
  return found;
}

function ownValue<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function ceilings(moved: Partial<Limits> = {}): Limits {
  const known: readonly string[] = limitNames;
  for (const [name, ceiling] of Object.entries(moved)) {
    if (!known.includes(name)) throw new AmbitError("HOST_CONFIG_INVALID", `limits.${name.slice(0, 64)}: there is no limit of this name.`);
    if (!Number.isSafeInteger(ceiling) || ceiling <= 0) throw new AmbitError("HOST_CONFIG_INVALID", `limits.${name}: must be a whole number above 0.`);
  }
  return { ...defaultCeilings, ...moved };
}
