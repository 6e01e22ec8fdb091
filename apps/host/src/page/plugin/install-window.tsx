import type { PluginStatus } from "@ambit/api-host";
import type { ConsentLine } from "@ambit/api-types";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Client } from "../api/client.ts";
import { shownName } from "./shown-name.ts";

const severities: Readonly<Record<ConsentLine["severity"], string>> = { danger: "Dangerous", high: "High", medium: "Medium", low: "Low" };

interface Props {
  readonly plugin: PluginStatus;
  readonly client: Client;
  readonly onDone: () => Promise<void>;
}

/** The install window: every line that would be enforced, each of which the person can take away before anything runs. */
export function InstallWindow({ plugin, client, onDone }: Props): VNode {
  const asked = plugin.update ?? plugin;
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set(plugin.removed));
  const [failure, setFailure] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const decide = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
      await onDone();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The host did not answer.");
    }
  };
  const accept = (): Promise<unknown> =>
    client.grant(plugin.manifest.id, { bundleDigest: asked.bundleDigest, shown: asked.lines.map((line) => line.key), removed: [...removed] });
  return (
    <section class="install" aria-labelledby="install-heading">
      <h2 id="install-heading" ref={heading} tabIndex={-1}>{title(plugin)}</h2>
      <p>{asked.lines.length === 0 ? "It asks for nothing: it can keep its own data, log, and set timers." : "It asks for what stands here, and can do nothing else. Clear a line to take it away."}</p>
      <ul>
        {asked.lines.map((line) => (
          <Line key={line.key} line={line} granted={!removed.has(line.key)} onToggle={() => setRemoved(toggled(removed, line.key))} />
        ))}
      </ul>
      {failure !== undefined && <p class="failure" role="alert">{failure}</p>}
      <div class="actions">
        <button type="button" class="primary" onClick={() => void decide(accept)}>{acceptWords(plugin, removed.size)}</button>
        {plugin.state !== "waiting" && <button type="button" onClick={() => void decide(() => client.revoke(plugin.manifest.id))}>Take everything back</button>}
      </div>
      <p class="quiet">What you accept holds for the plugin's files as they are: {asked.bundleDigest.slice(0, 12)}</p>
    </section>
  );
}

function Line({ line, granted, onToggle }: { readonly line: ConsentLine; readonly granted: boolean; readonly onToggle: () => void }): VNode {
  return (
    <li class={`line ${line.severity}`}>
      <label>
        <input type="checkbox" checked={granted} onChange={onToggle} data-key={line.key} />
        <span class="text">
          {line.text}
          {line.enforcedBy !== undefined && <span class="quiet"> · {line.enforcedBy}</span>}
        </span>
        <span class="tag">{severities[line.severity]}</span>
      </label>
      {line.warning !== undefined && <p class="warning">{line.warning}</p>}
      {line.reason !== undefined && <p class="reason">The author says: <q>{line.reason}</q></p>}
    </li>
  );
}

function title(plugin: PluginStatus): string {
  const name = shownName(plugin.manifest);
  if (plugin.update !== undefined) return `Update ${name} to ${plugin.update.manifest.version}?`;
  return plugin.state === "waiting" ? `Install ${name}?` : `What ${name} may do`;
}

function acceptWords(plugin: PluginStatus, taken: number): string {
  const verb = plugin.update !== undefined ? "Accept and update" : plugin.state === "waiting" ? "Accept and install" : "Save";
  return taken === 0 ? verb : `${verb} without ${taken === 1 ? "1 line" : `${taken} lines`}`;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}
