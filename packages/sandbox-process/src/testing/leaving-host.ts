/** A host that runs one plugin, sees that a process waits for the next one, and leaves without closing anything: `node leaving-host.ts <bundle>`. */
import { defaultLimits } from "@ambit/api-types";
import { jsBackend } from "@ambit/sandbox-js";
import { setTimeout as pause } from "node:timers/promises";
import { createConfiner } from "../confine/confiner.ts";
import { processBackend } from "../placement/process-backend.ts";
import { guestProcesses } from "./guest-processes.ts";

const [bundleDir = ""] = process.argv.slice(2);

async function run(): Promise<void> {
  const backend = processBackend({ confiner: createConfiner(), backend: jsBackend(), packageName: "@ambit/sandbox-js", factory: "jsBackend", from: import.meta.url, warmProcesses: 1 });
  const policy = { pluginId: "a", version: "1.0.0", network: [], files: [], commands: [], secrets: [], events: [], hooks: [], routes: [], scripts: [], eventCommands: [], capabilities: [], storage: {}, limits: defaultLimits, digest: "" };
  const sandbox = await backend.create({ instanceId: "a", plugin: { id: "a", version: "1.0.0" }, run: { js: "run.js" }, bundleDir, bundleDigest: "0".repeat(64), policy, preopens: [], config: {}, lang: "en", gateway: { handle: async () => undefined } });
  await sandbox.dispose();
  while (guestProcesses().length === 0) await pause(20);
  process.stdout.write("one waits\n");
}

if (import.meta.main) await run();
