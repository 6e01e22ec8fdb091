import { Worker } from "node:worker_threads";
import {
  AmbitError,
  checkJsonBounds,
  fromErrorReply,
  type JsonValue,
  parseBoundedJson,
  PENDING_CALLS,
  readRpcMessage,
  type Sandbox,
  type SandboxCallOptions,
  type SandboxExit,
  type SandboxSpec,
  type SandboxUsage,
  toErrorReply,
  timerMillis,
} from "@ambit/api-types";
import { grantedCalls } from "@ambit/sandbox-permissions";
import type { ReferenceInit, ReferenceMessage } from "./reference-worker.ts";

interface Waiting {
  resolve(value: JsonValue): void;
  reject(error: Error): void;
}

/** How often processor time and memory are looked at, milliseconds. */
const WATCH_MS = 10;

/** One instance of the reference: a worker thread, a deadline for each call, and a watch on what it uses. */
export class ReferenceSandbox implements Sandbox {
  readonly exited: Promise<SandboxExit>;
  readonly #spec: SandboxSpec;
  readonly #worker: Worker;
  readonly #unhandled = new Int32Array(new SharedArrayBuffer(4));
  readonly #calls = new Map<number, Waiting>();
  /** Rejects what waits, when the instance ends. */
  readonly #pending = new Set<(error: Error) => void>();
  readonly #end: (exit: SandboxExit) => void;
  readonly #loading = Promise.withResolvers<void>();
  #ended: SandboxExit | undefined;
  #ending: Promise<void> | undefined;
  #last = 0;
  #asked = 0;
  #counted = 0;
  #cpuAtStart = 0;
  #cpuMillis = 0;
  #heapBytes = 0;
  #externalBytes = 0;

  constructor(spec: SandboxSpec, source: string, open: boolean) {
    this.#spec = spec;
    const { promise, resolve } = Promise.withResolvers<SandboxExit>();
    this.exited = promise;
    this.#end = resolve;
    this.#worker = startWorker({ source, open, waiting: this.#unhandled }, spec.policy.limits.memoryMb);
    this.#worker.on("message", (message: ReferenceMessage) => this.#take(message));
    this.#worker.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") this.#exceeded("memoryMb");
      else this.#stop({ kind: "crashed", error: new AmbitError("GUEST_TRAPPED", "The plugin's thread died.") });
    });
  }

  /** Loads the plugin and tells it who it is. */
  async start(): Promise<this> {
    const { plugin, lang, config, policy, capabilityCalls = [] } = this.#spec;
    try {
      await this.#bounded(this.#loading);
      await this.#request("initialize", { protocolVersion: 1, plugin, lang, calls: [...grantedCalls(policy), ...capabilityCalls], config });
      return this;
    } catch (error) {
      await this.dispose();
      throw error;
    }
  }

  call(method: string, params: JsonValue, { signal }: SandboxCallOptions = {}): Promise<JsonValue> {
    if (this.#ended === undefined) this.#counted++;
    return this.#request(method, params, signal);
  }

  notify(method: string, params: JsonValue): void {
    if (this.#ended === undefined) this.#worker.postMessage(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  async dispose(): Promise<void> {
    this.#stop({ kind: "disposed" });
    await this.#ending;
  }

  async usage(): Promise<SandboxUsage> {
    await this.#measure();
    return { cpuMillis: this.#cpuMillis, memoryBytes: this.#heapBytes + this.#externalBytes, calls: this.#counted };
  }

  /** Looks at what the thread uses; what was last seen stays when it is ending. */
  async #measure(): Promise<void> {
    try {
      const [{ user, system }, heap] = await Promise.all([this.#worker.cpuUsage(), this.#worker.getHeapStatistics()]);
      this.#cpuMillis = (user + system) / 1000;
      this.#heapBytes = heap.used_heap_size;
      this.#externalBytes = heap.external_memory;
    } catch {
      // A thread that starts or ends has no figures.
    }
  }

  async #request(method: string, params: JsonValue, signal?: AbortSignal): Promise<JsonValue> {
    if (this.#ended !== undefined) throw new AmbitError("INSTANCE_STOPPED", "The plugin's instance has ended.");
    if (signal?.aborted === true) throw cancelled();
    const id = ++this.#last;
    const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    checkJsonBounds(text);
    const answered = Promise.withResolvers<JsonValue>();
    this.#calls.set(id, answered);
    const giveUp = (): void => answered.reject(cancelled());
    signal?.addEventListener("abort", giveUp);
    this.#worker.postMessage(text);
    try {
      return await this.#bounded(answered);
    } finally {
      signal?.removeEventListener("abort", giveUp);
      this.#calls.delete(id);
    }
  }

  /** Waits, at most `callSeconds`, while what the guest uses is watched. */
  async #bounded<T>({ promise, reject }: PromiseWithResolvers<T>): Promise<T> {
    const { limits } = this.#spec.policy;
    const deadline = setTimeout(() => this.#exceeded("callSeconds"), timerMillis(limits.callSeconds * 1000));
    if (this.#pending.size === 0) void this.#measure().then(() => (this.#cpuAtStart = this.#cpuMillis));
    this.#pending.add(reject);
    const watch = setInterval(() => void this.#watch(), WATCH_MS);
    try {
      return await promise;
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      this.#pending.delete(reject);
    }
  }

  async #watch(): Promise<void> {
    await this.#measure();
    const { limits } = this.#spec.policy;
    this.#checkMemory();
    if (this.#cpuMillis - this.#cpuAtStart > limits.cpuMillis) this.#exceeded("cpuMillis");
  }

  /** The engine bounds its heap by itself; buffers stand outside it. */
  #checkMemory(): void {
    if (this.#externalBytes > this.#spec.policy.limits.memoryMb * 2 ** 20) this.#exceeded("memoryMb");
  }

  #exceeded(limit: "callSeconds" | "cpuMillis" | "memoryMb"): void {
    this.#stop({ kind: "killed", error: new AmbitError("LIMIT_EXCEEDED", `The plugin passed its limit ${limit}.`, { limit }) });
  }

  #stop(exit: SandboxExit): void {
    if (this.#ended !== undefined) return;
    this.#ended = exit;
    this.#ending = this.#worker.terminate().then(() => this.#end(exit));
    for (const reject of this.#pending) reject(exit.error ?? new AmbitError("INSTANCE_STOPPED", "The plugin's instance was disposed."));
  }

  #take(message: ReferenceMessage): void {
    Atomics.sub(this.#unhandled, 0, 1);
    Atomics.notify(this.#unhandled, 0);
    if (this.#ended !== undefined) return;
    if (message.kind === "loaded") this.#loading.resolve();
    else if (message.kind === "failed") this.#loading.reject(new AmbitError("SAND_JS_LOAD_FAILED", message.message));
    else this.#takeText(message);
  }

  #takeText({ id, answers, text, externalBytes }: Extract<ReferenceMessage, { readonly kind: "text" }>): void {
    this.#externalBytes = externalBytes;
    this.#checkMemory();
    if (this.#ended !== undefined) return;
    if (answers) this.#settle(id, text);
    else void this.#ask(id, text);
  }

  #settle(id: number, text: string): void {
    const waiting = this.#calls.get(id);
    try {
      const message = readRpcMessage(parseBoundedJson(text));
      if (message.kind !== "response") throw new AmbitError("GUEST_PROTOCOL", "An answer was due.");
      if ("error" in message.response) waiting?.reject(fromErrorReply(message.response.error));
      else waiting?.resolve(message.response.result);
    } catch (error) {
      waiting?.reject(error as Error);
    }
  }

  async #ask(id: number, text: string): Promise<void> {
    const answer = await this.#hostAnswer(id, text);
    if (answer !== undefined && this.#ended === undefined) this.#worker.postMessage(answer);
  }

  async #hostAnswer(id: number, text: string): Promise<string | undefined> {
    if (this.#asked >= PENDING_CALLS) return refusal(id, new AmbitError("LIMIT_EXCEEDED", "Too many calls wait for the host.", { limit: "pendingCalls" }));
    this.#asked++;
    try {
      checkJsonBounds(text);
      return await this.#spec.gateway.handle(text);
    } catch (error) {
      return refusal(id, error);
    } finally {
      this.#asked--;
    }
  }
}

function startWorker(workerData: ReferenceInit, memoryMb: number): Worker {
  return new Worker(new URL("./reference-worker.ts", import.meta.url), {
    workerData,
    ...(workerData.open ? {} : { env: {} }),
    argv: [],
    execArgv: ["--experimental-vm-modules", "--no-warnings"],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 4 },
  });
}

function refusal(id: number, error: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: toErrorReply(error) });
}

function cancelled(): AmbitError {
  return new AmbitError("CALL_CANCELLED", "The caller gave up.");
}
