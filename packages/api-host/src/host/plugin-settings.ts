import { AmbitError, type PluginManifest, type PluginSettings } from "@ambit/api-types";
import { jsonSchemaCheck } from "../tools/json-schema-check.ts";

/** Most accounts of one plugin. */
const MOST_ACCOUNTS = 100;

/**
 * Checks what a person typed for a plugin.
 *
 * @throws AmbitError `INVALID_PARAMS` naming what is wrong.
 */
export function requireSettings({ accounts, config }: PluginSettings, manifest: PluginManifest): void {
  if (!Array.isArray(accounts) || accounts.length > MOST_ACCOUNTS) throw new AmbitError("INVALID_PARAMS", `accounts: a list of at most ${MOST_ACCOUNTS} addresses.`);
  for (const [at, account] of accounts.entries()) requireAddress(account, `accounts[${at}]`);
  jsonSchemaCheck(manifest.config, "The settings")(config);
}

function requireAddress(account: unknown, where: string): void {
  const url = typeof account === "string" && URL.canParse(account) ? new URL(account) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new AmbitError("INVALID_PARAMS", `${where}: must be an http or https address.`);
  if (url.username !== "" || url.password !== "") throw new AmbitError("INVALID_PARAMS", `${where}: must hold no user name or password; keep those as secrets.`);
}
