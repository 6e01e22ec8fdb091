import type { PluginStatus } from "@ambit/api-host";
import type { VNode } from "preact";

/** What was agreed to, and what was taken away. */
export function Permissions({ plugin, onReview }: { readonly plugin: PluginStatus; readonly onReview: () => void }): VNode {
  const removed = new Set(plugin.removed);
  return (
    <section aria-label="Permissions" class="permissions">
      <h2>Permissions</h2>
      {plugin.lines.length === 0 && <p class="quiet">It asked for nothing.</p>}
      <ul>
        {plugin.lines.map((line) => (
          <li key={line.key} class={removed.has(line.key) ? "removed" : line.severity}>
            <span>{line.text}</span>
            {removed.has(line.key) && <span class="tag">taken away</span>}
          </li>
        ))}
      </ul>
      <button type="button" onClick={onReview}>Change…</button>
    </section>
  );
}
