import { AmbitError, type JsonObject, type PluginManifest, type PluginSettings, type StoreScope } from "@ambit/api-types";
import { settingFields } from "@ambit/sandbox-permissions";
import { jsonSchemaCheck } from "../tools/json-schema-check.ts";

/** Most accounts of one scope. */
const MOST_ACCOUNTS = 100;

/**
 * Checks what a person typed for a plugin.
 *
 * @param deployment the settings that an organisation's stand over; those of the deployment itself stand over none.
 * @throws AmbitError `INVALID_PARAMS` naming what is wrong.
 */
export function requireSettings({ accounts, config }: PluginSettings, manifest: PluginManifest, { org }: StoreScope, deployment: JsonObject): void {
  if (!Array.isArray(accounts) || accounts.length > MOST_ACCOUNTS) throw new AmbitError("INVALID_PARAMS", `accounts: a list of at most ${MOST_ACCOUNTS} addresses.`);
  for (const [at, account] of accounts.entries()) requireAddress(account, `accounts[${at}]`);
  const whole = org === undefined ? config : { ...deployment, ...config };
  jsonSchemaCheck(checkedSchema(manifest.config, org), "The settings")(typeof config === "object" && config !== null && !Array.isArray(config) ? whole : config);
  for (const field of settingFields(manifest.config)) {
    if (!Object.hasOwn(config, field.name)) continue;
    if (field.secret) throw new AmbitError("INVALID_PARAMS", `config.${field.name}: is a secret. Give it with the secrets.`);
  }
  if (org !== undefined) requireOwn(config, manifest);
}

function requireOwn(config: JsonObject, manifest: PluginManifest): void {
  const own = new Set(settingFields(manifest.config).flatMap((field) => (field.org === "override" ? [field.name] : [])));
  const other = Object.keys(config).find((name) => !own.has(name));
  if (other !== undefined) throw new AmbitError("INVALID_PARAMS", `config.${other.slice(0, 64)}: is not an organisation's to set.`);
}

/** Secrets are given on their own, and an organisation sets what it likes of what it may. */
function checkedSchema(schema: JsonObject | undefined, org: string | undefined): JsonObject | undefined {
  const required = schema?.["required"];
  if (schema === undefined || !Array.isArray(required)) return schema;
  const secrets = new Set(settingFields(schema).flatMap((field) => (field.secret ? [field.name] : [])));
  return { ...schema, required: org === undefined ? required.filter((name) => !secrets.has(String(name))) : [] };
}

function requireAddress(account: unknown, where: string): void {
  const url = typeof account === "string" && URL.canParse(account) ? new URL(account) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new AmbitError("INVALID_PARAMS", `${where}: must be an http or https address.`);
  if (url.username !== "" || url.password !== "") throw new AmbitError("INVALID_PARAMS", `${where}: must hold no user name or password; keep those as secrets.`);
}
