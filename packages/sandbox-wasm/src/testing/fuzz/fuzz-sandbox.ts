import { AmbitError, type CapabilityProxy, errorCodes, type SandboxBackend } from "@ambit/api-types";
import { fixtureBytes } from "../fixture-bytes.ts";
import { openModule, runTool } from "../open-module.ts";
import { messageGuest } from "./message-guest.ts";
import { mutateMessage } from "./mutate-message.ts";
import { mutateModule } from "./mutate-module.ts";
import { RandomSource } from "./random-source.ts";

/** Modules whose bytes are mutated: a command, a reactor, one that opens files, one that waits for calls. */
const seeds: readonly (readonly [string, string])[] = [["hello", "command"], ["files", "command"], ["escape-names", "reactor"], ["begin-calls", "command"], ["deep-open", "command"], ["raw-calls", "command"], ["greedy", "command"]];

/** What one input came to. */
export interface FuzzOutcome {
  readonly seed: number;
  readonly kind: "module" | "message";
  /** `answered`, or the code it ended in. */
  readonly end: string;
  /** What must never be: an error that is no `AmbitError`, a code of no registry, a failure of the host's own. */
  readonly fault?: unknown;
}

const proxies: readonly CapabilityProxy[] = [
  { method: "kv/get", run: async () => ({ result: { found: false, value: null } }) },
  { method: "kv/set", run: async () => ({ result: {} }) },
  { method: "log", run: async () => ({ result: {} }) },
];

/** Runs one mutated input through a real worker. The same seed is the same input. */
export async function fuzzOnce(backend: SandboxBackend, seed: number): Promise<FuzzOutcome> {
  const random = new RandomSource(seed);
  const kind = random.below(4) === 0 ? "message" : "module";
  const bytes = kind === "message" ? messageGuest(mutateMessage(random)) : mutatedModule(random);
  const faults: unknown[] = [];
  try {
    await using sandbox = await openModule(bytes, { backend, proxies, limits: { callSeconds: 1, cpuMillis: 100, memoryMb: 16 }, run: perCall(random), onInternalError: (error) => faults.push(error) });
    await runTool(sandbox);
    return { seed, kind, end: "answered", ...(faults.length > 0 && { fault: faults[0] }) };
  } catch (error) {
    const known = AmbitError.isInstance(error) && errorCodes.includes(error.code) && error.code !== "INTERNAL_ERROR";
    return { seed, kind, end: known ? error.code : "fault", ...((!known || faults.length > 0) && { fault: faults[0] ?? error }) };
  }
}

function perCall(random: RandomSource): { readonly instances?: "per-call" } {
  return random.below(4) === 0 ? { instances: "per-call" } : {};
}

function mutatedModule(random: RandomSource): Uint8Array {
  const [name, form] = random.pick(seeds);
  return mutateModule(fixtureBytes(name, form), fixtureBytes(...random.pick(seeds)), random);
}
