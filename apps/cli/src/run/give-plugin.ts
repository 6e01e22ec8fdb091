import type { PluginHost } from "@ambit/api-host";
import { readNameValues } from "./name-values.ts";

/** What a person gives a plugin on the command line. */
export interface Gifts {
  /** Addresses that stand for accounts. */
  readonly accounts: readonly string[];
  /** `name=value` words. */
  readonly secrets: readonly string[];
}

/**
 * Gives an installed plugin what stands on the command line; what it was given before stays where nothing takes its place.
 *
 * @throws AmbitError `INVALID_PARAMS`.
 */
export async function givePlugin(host: PluginHost, id: string, { accounts, secrets }: Gifts): Promise<void> {
  for (const [name, value] of Object.entries(readNameValues("--secret", secrets))) await host.secrets.set(id, name, value);
  if (accounts.length > 0) await host.settings.put(id, { ...(await host.settings.get(id)), accounts: [...accounts] });
}
