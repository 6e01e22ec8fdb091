import type { PluginManifest, PluginSettings } from "@ambit/api-types";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../api/client.ts";
import { SecretForm } from "./secret-form.tsx";
import { SettingsForm } from "./settings-form.tsx";

/** What a plugin can be given beside its permissions. */
interface Given {
  readonly settings: PluginSettings;
  readonly secrets: readonly string[];
}

/** Whether a plugin asks for an address, a setting or a secret. */
export function hasSettings(manifest: PluginManifest): boolean {
  return asksForAccounts(manifest) || manifest.config !== undefined || secretsOf(manifest).length > 0;
}

/** The addresses, settings and secrets that a person gives a plugin. Secrets go in and never come back. */
export function SettingsSection({ manifest, client }: { readonly manifest: PluginManifest; readonly client: Client }): VNode {
  const [given, setGiven] = useState<Given>();
  const [failure, setFailure] = useState<string>();
  const { id } = manifest;
  const load = async (): Promise<void> => {
    try {
      const [settings, secrets] = await Promise.all([client.settings(id), client.secretNames(id)]);
      setGiven({ settings, secrets });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The host did not answer.");
    }
  };
  useEffect(() => void load(), [id]);
  const takesSettings = asksForAccounts(manifest) || manifest.config !== undefined;
  return (
    <section class="settings" aria-labelledby="settings-heading">
      <h2 id="settings-heading">Settings</h2>
      {failure !== undefined && <p class="failure" role="alert">{failure}</p>}
      {given !== undefined && takesSettings && <SettingsForm manifest={manifest} settings={given.settings} takesAccounts={asksForAccounts(manifest)} save={(settings) => client.putSettings(id, settings)} />}
      {given !== undefined && secretsOf(manifest).map((name) => (
        <SecretForm
          key={name}
          name={name}
          isSet={given.secrets.includes(name)}
          save={(value) => client.putSecret(id, name, value).then(load)}
          forget={() => client.deleteSecret(id, name).then(load)}
        />
      ))}
    </section>
  );
}

function asksForAccounts({ permissions }: PluginManifest): boolean {
  return permissions.network?.some(({ name }) => name.startsWith("{account}")) ?? false;
}

function secretsOf({ permissions }: PluginManifest): readonly string[] {
  return permissions.secrets?.map(({ name }) => name) ?? [];
}
