import type { PluginHost, PluginStatus } from "@ambit/api-host";
import { type EmdashHandlers, emdashProbeModule, emdashRunModule } from "@ambit/plugin-sdk/emdash";
import { installPlugin } from "./installed-plugin.ts";

/** A plugin in EmDash's form, in a test. */
export interface EmdashTestPlugin {
  readonly id?: string;
  /** Text of its module. */
  readonly backend: string;
  readonly permissions?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, number>>;
}

/** Finds out in a sandbox what the plugin handles, then installs and accepts it. */
export async function installEmdashPlugin(host: PluginHost, { id = "theirs", backend, permissions = {}, limits = {} }: EmdashTestPlugin): Promise<PluginStatus> {
  const files = { "backend.js": backend };
  await installPlugin(host, { manifest: { id: "probe", tools: [{ name: "describe", description: "Describes." }] }, code: emdashProbeModule("./backend.js"), files });
  const described = (await host.callTool("probe", "describe", {})) as unknown as EmdashHandlers;
  await host.uninstall("probe", { deleteData: true });
  return installPlugin(host, { manifest: { id, ...described, permissions, limits }, code: emdashRunModule("./backend.js"), files });
}
