import { createMemoryStore, createPluginHost, type PluginHost, type PluginHostOptions } from "@ambit/api-host";
import { emdashCapabilities } from "./emdash-capabilities.ts";
import { EmdashSite, type SiteInfo } from "./site/emdash-site.ts";

/** A site and the host of its plugins. */
export interface EmdashHost {
  readonly site: EmdashSite;
  readonly host: PluginHost;
}

/** What a host is made from: the backends that run its plugins, and whatever of {@link PluginHostOptions} differs. */
export type EmdashHostOptions = Pick<PluginHostOptions, "backends"> & Partial<Omit<PluginHostOptions, "capabilities">> & { readonly site?: SiteInfo };

/** Makes a site in memory whose plugins have EmDash's capabilities. Close it with `host.close()`. */
export async function createEmdashHost({ site: info, ...options }: EmdashHostOptions): Promise<EmdashHost> {
  const site = new EmdashSite(info ?? { name: "Garden", url: "https://garden.example.dev", locale: "en" });
  const host = await createPluginHost({ store: createMemoryStore(), applicationName: site.info.name, ...options, capabilities: emdashCapabilities(site) });
  site.attach(host);
  return { site, host };
}
