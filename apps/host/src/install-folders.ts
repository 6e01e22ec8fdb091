import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { PluginHost } from "@ambit/api-host";

/** Installs every plugin that stands in a folder of plugins. One that cannot be taken in is told of and left out; the others go on. */
export async function installFolders(host: PluginHost, folder: string, onNote: (text: string) => void): Promise<void> {
  if (!existsSync(folder)) return onNote(`The plugin folder "${folder}" is not there.`);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const plugin = join(folder, entry.name);
    if (!entry.isDirectory() || !existsSync(join(plugin, "ambit-plugin.json"))) continue;
    try {
      await host.install(plugin);
    } catch (error) {
      onNote(`${entry.name} could not be installed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
