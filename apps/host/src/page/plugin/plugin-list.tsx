import type { PluginStatus } from "@ambit/api-host";
import type { VNode } from "preact";
import { shownName } from "./shown-name.ts";

const words: Readonly<Record<PluginStatus["state"], string>> = {
  waiting: "Waiting for you",
  ready: "Ready",
  running: "Running",
  parked: "Parked",
};

/** The installed plugins; the chosen one is marked as current. */
export function PluginList({ plugins, chosen, onChoose }: { readonly plugins: readonly PluginStatus[]; readonly chosen: string | undefined; readonly onChoose: (id: string) => void }): VNode {
  return (
    <nav aria-label="Plugins">
      <h2>Plugins</h2>
      <ul>
        {plugins.map((plugin) => (
          <li key={plugin.manifest.id}>
            <button type="button" aria-current={plugin.manifest.id === chosen ? "true" : undefined} onClick={() => onChoose(plugin.manifest.id)}>
              <span class="name">{shownName(plugin.manifest)}</span>
              <span class={`state ${plugin.state}`}>{plugin.update === undefined ? words[plugin.state] : "Update waits"}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
