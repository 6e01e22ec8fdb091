import { type JsonObject, type Limits, type SandboxSpec, defaultLimits } from "@ambit/api-types";
import { fileURLToPath } from "node:url";
import type { GuestEngine } from "../engine/guest-engine.ts";

/** The engine of this package's tests; its guests are of TypeScript, and do what each call says. */
export const testEngine: GuestEngine = {
  name: "test",
  supports: {
    runs: ["js"],
    limits: ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"],
    preopens: false,
    concurrentHostCalls: true,
    keepsState: true,
  },
  guestModule: fileURLToPath(new URL("./test-guest.ts", import.meta.url)),
  heapMb: 32,
  isAvailable: async () => ({ available: true }),
  prepare: async () => "image",
};

/** What a test can set of a {@link SandboxSpec}. */
export interface TestSpec {
  readonly limits?: Partial<Limits>;
  readonly config?: JsonObject;
  /** Stands in for the host's gateway; default answers every request with its own text's length. */
  readonly handle?: (message: string) => Promise<string | undefined>;
}

/** Makes the spec of one instance. */
export function testSpec({ limits, config, handle }: TestSpec = {}): SandboxSpec {
  return {
    instanceId: "instance-1",
    plugin: { id: "test-plugin", version: "1.0.0" },
    run: { js: "run.js" },
    bundleDir: "/nowhere",
    bundleDigest: "0".repeat(64),
    policy: {
      pluginId: "test-plugin",
      version: "1.0.0",
      network: [],
      files: [],
      commands: [],
      secrets: [],
      events: [],
      hooks: [],
      routes: [],
      scripts: [],
      eventCommands: [],
      capabilities: [],
      storage: {},
      limits: { ...defaultLimits, ...limits },
      digest: "0".repeat(64),
    },
    preopens: [],
    config: config ?? {},
    lang: "en",
    gateway: { handle: handle ?? answerLength },
  };
}

/** Answers a request with the length of its text, and a notification with nothing. */
export async function answerLength(message: string): Promise<string | undefined> {
  const { id } = JSON.parse(message) as { id?: number | string };
  return id === undefined ? undefined : JSON.stringify({ jsonrpc: "2.0", id, result: message.length });
}
