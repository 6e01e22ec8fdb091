import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { type RunningHost, startHost } from "../start-host.ts";

const checkout = fileURLToPath(new URL("../../../../", import.meta.url));
const app = fileURLToPath(new URL("../../", import.meta.url));

/** The host program as tests run it: the built page, the real examples, a data folder of its own. */
export interface RunningConsole {
  readonly running: RunningHost;
  readonly origin: string;
  /** The address last printed, with its unspent token. */
  address(): string;
  close(): Promise<void>;
}

/** A plugin that is given settings and a secret, and says what it was given. */
function plantGreeter(folder: string): string {
  const place = join(folder, "plugins", "greeter");
  mkdirSync(place, { recursive: true });
  const manifest = {
    id: "greeter", version: "1.0.0", publisher: "A stranger", api: 1, displayName: "Greeter", run: { js: "run.js" },
    permissions: { secrets: ["GREETER_KEY"], network: ["{account}"] },
    config: { type: "object", additionalProperties: false, properties: { greeting: { type: "string", description: "What it says first" } } },
    tools: [{ name: "given", description: "Says what it was given", access: "read" }],
  };
  writeFileSync(join(place, "ambit-plugin.json"), JSON.stringify(manifest));
  writeFileSync(join(place, "run.js"), `import { definePlugin } from "@ambit/plugin-sdk";
export default definePlugin({ tools: { given: async (_, ctx) => ({ greeting: ctx.config.greeting, secretLength: (await ctx.secrets.get({ name: "GREETER_KEY" })).value?.length ?? 0 }) } });
`);
  return join(folder, "plugins");
}

/** Builds the page and starts the host program on a free port. */
export async function startConsole(): Promise<RunningConsole> {
  const folder = mkdtempSync(join(tmpdir(), "ambit-console-"));
  const pageFolder = join(folder, "page");
  await build({ root: join(app, "src/page"), configFile: join(app, "vite.config.ts"), logLevel: "error", build: { outDir: pageFolder } });
  const configFile = join(folder, "host.json");
  const roots = { workspace: { path: join(checkout, "docs"), access: "read" } };
  writeFileSync(configFile, JSON.stringify({ plugins: [join(checkout, "examples"), plantGreeter(folder)], roots, dataDir: join(folder, "data") }));
  const addresses: string[] = [];
  const failures: unknown[] = [];
  const running = await startHost({ configFile, port: 0, pageFolder, onAddress: (address) => addresses.push(address), onNote: () => undefined, onInternalError: (error) => failures.push(error) });
  return {
    running,
    origin: `http://127.0.0.1:${running.server.port}`,
    address: () => addresses.at(-1) ?? "",
    close: async () => {
      await running.close();
      rmSync(folder, { recursive: true });
      if (failures.length > 0) throw new AggregateError(failures, "The host failed while the test ran.");
    },
  };
}
