import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import createPlugin, { type Plugin } from "@extism/extism";

const file = fileURLToPath(new URL("../guests/extism/echo.wasm", import.meta.url));

/** A plugin of Extism with one function of the host, in this thread or in a worker of its own. */
export function extismPlugin(runInWorker: boolean): Promise<Plugin> {
  const kv = new Map([["key", "stored"]]);
  return createPlugin({ wasm: [{ data: readFileSync(file) }] }, { useWasi: false, runInWorker, functions: { "extism:host/user": { kv_get: () => BigInt(kv.get("key")?.length ?? 0) } } });
}
