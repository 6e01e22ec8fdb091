import type { PluginStatus } from "@ambit/api-host";
import type { VNode } from "preact";
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import { type Client, createClient } from "./api/client.ts";
import type { Session } from "./api/session.ts";
import { JournalView } from "./journal/journal-view.tsx";
import { PluginList } from "./plugin/plugin-list.tsx";
import { PluginView } from "./plugin/plugin-view.tsx";

/** The whole console, or what to do where there is no session. */
export function App({ session }: { readonly session: Session }): VNode {
  if (!session.open) return <Closed reason={session.reason} />;
  return <Console sessionKey={session.key} />;
}

function Closed({ reason }: { readonly reason: string }): VNode {
  return (
    <main class="closed">
      <h1>No session</h1>
      <p>{reason}</p>
      <p class="quiet">Each address opens one session. The host prints a fresh one whenever one is used.</p>
    </main>
  );
}

function Console({ sessionKey }: { readonly sessionKey: string }): VNode {
  const client = useMemo(() => createClient(sessionKey), [sessionKey]);
  const { plugins, failure, reload } = usePlugins(client);
  const [chosen, choose] = useState<string>();
  const plugin = plugins.find((one) => one.manifest.id === chosen) ?? plugins[0];
  return (
    <div class="console">
      <header class="bar">
        <img src="/icon.svg" alt="" width="24" height="24" />
        <strong>Ambit</strong>
        <span class="quiet">Plugins on this machine</span>
      </header>
      <PluginList plugins={plugins} chosen={plugin?.manifest.id} onChoose={choose} />
      <main>
        {failure !== undefined && <p class="failure" role="alert">{failure}</p>}
        {plugin === undefined ? <p class="quiet">No plugin is installed.</p> : <PluginView key={plugin.manifest.id} plugin={plugin} client={client} onChange={reload} />}
      </main>
      <JournalView client={client} />
    </div>
  );
}

function usePlugins(client: Client): { readonly plugins: readonly PluginStatus[]; readonly failure: string | undefined; readonly reload: () => Promise<void> } {
  const [plugins, setPlugins] = useState<readonly PluginStatus[]>([]);
  const [failure, setFailure] = useState<string>();
  const reload = useCallback(async () => {
    try {
      setPlugins(await client.plugins());
      setFailure(undefined);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "The host did not answer.");
    }
  }, [client]);
  useEffect(() => void reload(), [reload]);
  return { plugins, failure, reload };
}
