/** Runs a host from beginning to end: `node short-lived-host.ts <plugin folder>`. The process ends by itself only when nothing of the host is left. */
import { jsBackend } from "@ambit/sandbox-js";
import { createPluginHost } from "../host/create-plugin-host.ts";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";

const host = await createPluginHost({ store: createMemoryStore(), backends: [jsBackend()] });
const { bundleDigest, lines, manifest } = await host.install(process.argv[2] ?? "");
await host.grant(manifest.id, { bundleDigest, shown: lines.map(({ key }) => key), removed: [] });
const followed = (async () => {
  let count = 0;
  for await (const _record of host.journal.follow({ after: 0, signal: new AbortController().signal })) count++;
  return count;
})();
process.stdout.write(`${JSON.stringify(await host.callTool(manifest.id, "run", {}))}\n`);
const pending = host.callTool(manifest.id, "hang", {}).catch((error: { code?: string }) => error.code);
await host.close();
process.stdout.write(`${await pending} ${(await followed) > 2}\n`);
