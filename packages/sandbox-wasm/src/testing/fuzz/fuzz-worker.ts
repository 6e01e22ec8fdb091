/** Tries modules and components one after another in this thread: checked, bounded, compiled, made and run by the code that runs them in a plugin's worker. */
import { setImmediate as turn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { AmbitError, errorCodes, type Guest, type GuestInit, type GuestPort, parseBoundedJson, type Preopen, readRpcMessage, type RpcId } from "@ambit/api-types/guest";
import { prepareModule } from "../../backend/prepare-module.ts";
import { prepareComponent } from "../../component/prepare-component.ts";
import { TranslationCache } from "../../component/translation-cache.ts";
import { createGuest } from "../../guest/create-guest.ts";
import { fixtureBytes } from "../fixture-bytes.ts";
import { samplePolicy } from "../sample-policy.ts";
import { BatchLayout } from "./batch-layout.ts";
import { fuzzedComponents, fuzzedModule, fuzzKind, fuzzSource } from "./fuzz-input.ts";
import { mutateModule } from "./mutate-module.ts";
import type { RandomSource } from "./random-source.ts";

/** What the worker is given. */
export interface FuzzBoot {
  /** Seeds of this batch, and where it begins in them. */
  readonly seeds: readonly number[];
  readonly from: number;
  readonly memory: SharedArrayBuffer;
  /** A folder that every guest may write. */
  readonly folder: string;
  /** Where translations of components are kept. */
  readonly cache: string;
}

const MEMORY_MB = 16;
const policy = samplePolicy({ files: [{ root: "work", access: "write" }] }, { callSeconds: 1, memoryMb: MEMORY_MB });

/** Gives the core modules of a component changed, as if they had been built so. */
class MutatedCores extends TranslationCache {
  readonly #random: RandomSource;

  constructor(folder: string, random: RandomSource) {
    super(folder);
    this.#random = random;
  }

  override async translate(bytes: Uint8Array): ReturnType<TranslationCache["translate"]> {
    const whole = await super.translate(bytes);
    const chosen = this.#random.pick(whole.files.filter(([name]) => name.endsWith(".wasm")));
    return { ...whole, files: whole.files.map((file) => (file === chosen ? [file[0], mutateModule(file[1], file[1], this.#random)] as const : file)) };
  }
}

/** The host's side of one guest: answers what it asks, and hears its answers. */
class FuzzPort implements GuestPort {
  guest: Guest | undefined;
  failure: unknown;
  answered = false;

  send(message: string): void {
    const read = readRpcMessage(parseBoundedJson(message));
    if (read.kind === "response") this.answered ||= read.response.id === 2;
    else if (read.request.id !== undefined) this.#reply(read.request.id);
    if (read.kind === "response" && "error" in read.response && read.response.id === 2) this.failure ??= fromReply(read.response.error);
  }

  #reply(id: RpcId): void {
    setImmediate(() => {
      if (this.failure === undefined) this.guest?.receive(JSON.stringify({ jsonrpc: "2.0", id, result: {} }));
    });
  }

  stopped(): boolean {
    return false;
  }

  ask(): string {
    return '{"jsonrpc":"2.0","id":null,"result":{}}';
  }

  fail(error: unknown): void {
    this.failure ??= error;
  }
}

function fromReply(error: unknown): unknown {
  const code = (error as { readonly data?: { readonly code?: unknown } } | null)?.data?.code;
  return errorCodes.includes(code as never) && code !== "INTERNAL_ERROR" ? new AmbitError(code as never, "as answered") : new Error(`answered with ${JSON.stringify(error)}`);
}

async function run(seed: number, { folder, cache }: FuzzBoot): Promise<string> {
  const random = fuzzSource(seed);
  const isModule = fuzzKind(seed) === "module";
  const bytes = isModule ? fuzzedModule(random) : fixtureBytes(random.pick(fuzzedComponents), "component");
  const instances = isModule && random.below(4) === 0 ? "per-call" : "shared";
  const image = isModule ? await prepareModule(bytes, MEMORY_MB, { instances }) : await prepareComponent(bytes, MEMORY_MB, new MutatedCores(cache, random));
  const preopens: readonly Preopen[] = [{ guestPath: "/work", hostPath: folder, path: [], access: "write", fenced: [] }];
  const init: GuestInit = { instanceId: "fuzz", plugin: { id: "fuzz", version: "1.0.0" }, run: { wasm: "run.wasm", abi: isModule ? "preview1" : "component", instances }, bundleDir: folder, policy, preopens, config: {}, lang: "en", image };
  const port = new FuzzPort();
  const guest = await createGuest(init, port);
  port.guest = guest;
  try {
    for (const message of ['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"plugin":{"id":"fuzz","version":"1.0.0"},"lang":"en","calls":[],"config":{}}}', '{"jsonrpc":"2.0","id":2,"method":"tool/call","params":{"tool":"run","arguments":{}}}']) {
      if (port.failure !== undefined) break;
      guest.receive(message);
      // One that is suspended goes on by the answers to what it asked.
      for (let turns = 0; turns < 4; turns++) await turn();
    }
    guest.memoryBytes();
  } finally {
    port.guest = undefined;
    guest.dispose();
  }
  if (port.failure !== undefined) throw port.failure;
  return port.answered ? "answered" : "silent";
}

async function tryOne(seed: number, boot: FuzzBoot): Promise<string> {
  try {
    return await run(seed, boot);
  } catch (error) {
    if (AmbitError.isInstance(error) && errorCodes.includes(error.code) && error.code !== "INTERNAL_ERROR") return error.code;
    parentPort?.postMessage({ seed, fault: error instanceof Error ? error.stack : String(error) });
    return "fault";
  }
}

async function main(boot: FuzzBoot): Promise<void> {
  const layout = new BatchLayout(boot.seeds.length, boot.memory);
  for (let index = boot.from; index < boot.seeds.length; index++) {
    layout.current = index;
    layout.put(index, await tryOne(boot.seeds[index] ?? 0, boot));
  }
  layout.current = boot.seeds.length;
}

if (parentPort !== null) await main(workerData as FuzzBoot);
