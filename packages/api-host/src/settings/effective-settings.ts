import type { HostStore, JsonObject, PluginManifest, PluginSettings, StoreScope } from "@ambit/api-types";
import { type SettingField, settingFields } from "@ambit/sandbox-permissions";

/** The settings that a plugin is started with for a scope, its secret ones among them. */
export async function effectiveSettings(store: HostStore, manifest: PluginManifest, scope: StoreScope): Promise<PluginSettings> {
  const fields = settingFields(manifest.config);
  const secrets = fields.filter((field) => field.secret);
  const deployment = { pluginId: scope.pluginId };
  const base = await store.settings.get(deployment);
  if (scope.org === undefined) return { accounts: base.accounts, config: { ...base.config, ...(await secretValues(store, deployment, secrets)) } };
  const own = await store.settings.get(scope);
  const ownConfig = picked(own.config, fields.filter(isOverridable));
  const ownSecrets = await secretValues(store, scope, secrets.filter(isOverridable));
  // An organisation that points a setting at a server of its own must not get the deployment's key for the one that was there.
  const hasOwn = Object.keys(ownConfig).length + Object.keys(ownSecrets).length > 0;
  const inherited = await secretValues(store, deployment, secrets.filter((field) => !hasOwn || !isOverridable(field)));
  return { accounts: own.accounts, config: { ...base.config, ...ownConfig, ...inherited, ...ownSecrets } };
}

/** What of the settings in force may be shown to whom they are for: no secrets, and to an organisation only what it may see. */
export function shownConfig({ config }: PluginSettings, manifest: PluginManifest, { org }: StoreScope): JsonObject {
  const hidden = new Set(settingFields(manifest.config).flatMap((field) => (field.secret || (org !== undefined && field.org === undefined) ? [field.name] : [])));
  const declared = new Set(settingFields(manifest.config).map(({ name }) => name));
  return Object.fromEntries(Object.entries(config).filter(([name]) => !hidden.has(name) && (org === undefined || declared.has(name))));
}

function isOverridable(field: SettingField): boolean {
  return field.org === "override";
}

function picked(config: JsonObject, fields: readonly SettingField[]): JsonObject {
  return Object.fromEntries(fields.flatMap(({ name }) => (Object.hasOwn(config, name) ? [[name, config[name] ?? null]] : [])));
}

async function secretValues(store: HostStore, scope: StoreScope, fields: readonly SettingField[]): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { name } of fields) {
    const value = await store.secrets.get(scope, name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}
