import type { PluginManifest, PluginSettings } from "@ambit/api-types";
import type { VNode } from "preact";
import { FormField } from "../form/form-field.tsx";
import { fieldsOf, readValues } from "../form/schema-fields.ts";
import { useSaving } from "./saved-note.tsx";

// No property of a schema is named like this by accident, so the fields of both stay apart.
const ACCOUNTS = "{account}";

interface Props {
  readonly manifest: PluginManifest;
  readonly settings: PluginSettings;
  readonly takesAccounts: boolean;
  readonly save: (settings: PluginSettings) => Promise<void>;
}

/** The servers a plugin may reach as the person's own, and a field for each of its settings. */
export function SettingsForm({ manifest, settings, takesAccounts, save }: Props): VNode {
  const { note, saving } = useSaving();
  const fields = fieldsOf(manifest.config, settings.config);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    void saving(async () => save({ accounts: takesAccounts ? readAccounts(form) : settings.accounts, config: readValues(fields, form) }));
  };
  return (
    <form onSubmit={submit} aria-label="Settings">
      {takesAccounts && <AccountsField id={`${manifest.id}-accounts`} accounts={settings.accounts} />}
      {fields.map((field) => <FormField key={field.name} field={field} idPrefix={`${manifest.id}-setting`} />)}
      <div class="actions">
        <button type="submit">Save settings</button>
      </div>
      {note}
    </form>
  );
}

function AccountsField({ id, accounts }: { readonly id: string; readonly accounts: readonly string[] }): VNode {
  return (
    <div class="field">
      <label for={id}>Your instances</label>
      <textarea id={id} name={ACCOUNTS} rows={2} defaultValue={accounts.join("\n")} spellcheck={false} aria-describedby={`${id}-help`} />
      <p class="quiet" id={`${id}-help`}>One address on a line, such as https://notes.example.dev. The plugin may reach these servers, on your own network too.</p>
    </div>
  );
}

function readAccounts(form: FormData): readonly string[] {
  const typed = form.get(ACCOUNTS);
  return typeof typed === "string" ? typed.split("\n").map((line) => line.trim()).filter((line) => line !== "") : [];
}
