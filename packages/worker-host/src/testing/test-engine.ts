import { type JsonObject, type Limits, type SandboxSpec, emptyPolicy } from "@ambit/api-types";
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
  const plugin = { id: "test-plugin", version: "1.0.0" };
  return {
    instanceId: "instance-1",
    plugin,
    run: { js: "run.js" },
    bundleDir: "/nowhere",
    bundleDigest: "0".repeat(64),
    policy: emptyPolicy(plugin, limits),
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
