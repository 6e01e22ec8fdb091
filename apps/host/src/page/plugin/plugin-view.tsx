import type { PluginStatus } from "@ambit/api-host";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type { Client } from "../api/client.ts";
import { InstallWindow } from "./install-window.tsx";
import { Permissions } from "./permissions.tsx";
import { shownName, shownText } from "./shown-name.ts";
import { hasSettings, SettingsSection } from "../settings/settings-section.tsx";
import { ToolForm } from "./tool-form.tsx";

/** One plugin: who made it, what it may do, and its tools. */
export function PluginView({ plugin, client, onChange }: { readonly plugin: PluginStatus; readonly client: Client; readonly onChange: () => Promise<void> }): VNode {
  const [reviewing, review] = useState(false);
  const { manifest } = plugin;
  const asks = plugin.state === "waiting" || plugin.update !== undefined || reviewing;
  const done = async (): Promise<void> => {
    review(false);
    await onChange();
  };
  return (
    <article>
      <header class="plugin">
        <h1>{shownName(manifest)}</h1>
        <p class="quiet">
          {manifest.id} {manifest.version} · by {manifest.publisher}
          {plugin.backend !== undefined && ` · runs in the ${plugin.backend} sandbox`}
        </p>
        <p>{shownText(manifest.description)}</p>
      </header>
      {plugin.problems.map((problem) => <p class="failure" key={problem}>{problem}</p>)}
      {asks && <InstallWindow plugin={plugin} client={client} onDone={done} />}
      {plugin.state !== "waiting" && (
        <>
          {!asks && <Permissions plugin={plugin} onReview={() => review(true)} />}
          {plugin.state === "parked" && (
            <p class="failure">
              It crashed too often and is parked.{" "}
              <button type="button" onClick={() => void client.restart(manifest.id).then(onChange)}>Restart it</button>
            </p>
          )}
          {hasSettings(manifest) && <SettingsSection key={manifest.version} manifest={manifest} client={client} />}
          <section aria-label="Tools">
            <h2>Tools</h2>
            {manifest.tools.map((tool) => <ToolForm key={tool.name} pluginId={manifest.id} tool={tool} client={client} onRan={onChange} />)}
          </section>
        </>
      )}
    </article>
  );
}
