import { type HostGateway, type Limits, type SandboxBackend, type SandboxSpec, emptyPolicy } from "@ambit/api-types";
import { type GuestEngine, type WorkerBackendOptions, createWorkerBackend } from "@ambit/worker-host";

const engine: GuestEngine = {
  name: "plain",
  supports: { runs: ["js"], limits: ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"], preopens: false, concurrentHostCalls: false, keepsState: true },
  guestModule: new URL("./plain-guest.js", import.meta.url),
  isAvailable: async () => ({ available: true }),
  prepare: async () => null,
  sleepsBetweenMessages: true,
};

/** A backend of the plain guest. */
export function plainBackend(options: WorkerBackendOptions = {}): SandboxBackend {
  return createWorkerBackend(engine, options);
}

/** A gateway that parses, looks up and answers, and judges nothing. */
const memoryGateway: HostGateway = {
  async handle(message) {
    const { id } = JSON.parse(message) as { readonly id: number };
    return JSON.stringify({ jsonrpc: "2.0", id, result: { found: true, value: "stored" } });
  },
};

/** The spec of one instance of the plain guest. */
export function plainSpec(limits: Partial<Limits> = {}): SandboxSpec {
  const plugin = { id: "plain", version: "1.0.0" };
  return {
    instanceId: "bench",
    plugin,
    run: { js: "run.js" },
    bundleDir: "/",
    bundleDigest: "0".repeat(64),
    policy: emptyPolicy(plugin, { cpuMillis: 60_000, callSeconds: 60, ...limits }),
    preopens: [],
    config: {},
    lang: "en",
    gateway: memoryGateway,
  };
}
