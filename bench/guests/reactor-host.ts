import { createMemoryStore, createPluginHost, type PluginHost } from "@ambit/api-host";
import type { HostStore } from "@ambit/api-types";
import { wasmBackend } from "@ambit/sandbox-wasm";
import { fileURLToPath } from "node:url";

/** Id of the plugin that the WebAssembly workloads call. */
export const reactorId = "bench-reactor";

/** A whole plugin host, judge and journal on, with the reactor installed, granted and warm. */
export async function reactorHost(store: HostStore = createMemoryStore()): Promise<PluginHost> {
  const host = await createPluginHost({ store, backends: [wasmBackend()] });
  const folder = fileURLToPath(new URL("./reactor/", import.meta.url));
  const { bundleDigest, lines } = await host.preview(folder);
  await host.install(folder);
  await host.grant(reactorId, { bundleDigest, shown: lines.map((line) => line.key), removed: [] });
  await host.callTool(reactorId, "echo", {});
  return host;
}
