import { defaultCeilings, type CapabilityProxy, type HostStore, type JournalRecord, type JsonValue, type PluginManifest, type RpcResponse } from "@ambit/api-types";
import { createProxies } from "@ambit/capability-proxies";
import { compilePolicy } from "@ambit/sandbox-permissions";
import { onTestFinished } from "vitest";
import { CapabilityRegistry } from "../capabilities/capability-registry.ts";
import { HostCallBudget } from "../gateway/host-call-budget.ts";
import { InstanceGateway } from "../gateway/instance-gateway.ts";
import { HostJournal } from "../journal/host-journal.ts";
import { HostMetrics } from "../metrics/host-metrics.ts";
import { SecretBook } from "../secrets/secret-book.ts";
import { createMemoryStore } from "../stores/memory/create-memory-store.ts";

/** What a test's gateway has beside the usual. */
export interface GatewayRigOptions {
  readonly manifest?: Partial<Pick<PluginManifest, "permissions" | "limits">>;
  readonly store?: HostStore;
  /** Proxies that stand in the place of real ones, to behave as no real one does. */
  readonly proxies?: readonly CapabilityProxy[];
  readonly accounts?: readonly string[];
}

/** One gateway on real parts: judge, proxies, store and journal. */
export class GatewayRig {
  readonly store: HostStore;
  readonly journal: HostJournal;
  readonly metrics: HostMetrics = new HostMetrics();
  readonly secrets: SecretBook = new SecretBook();
  readonly budget: HostCallBudget;
  readonly gateway: InstanceGateway;
  readonly errors: unknown[] = [];
  #id = 0;

  constructor({ manifest = {}, store = createMemoryStore(), proxies = [], accounts = [] }: GatewayRigOptions = {}) {
    const policy = compilePolicy({ manifest: { id: "notes", version: "1.0.0", permissions: {}, limits: {}, ...manifest }, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
    this.store = store;
    this.journal = new HostJournal({ store: store.journal, mask: (plugin, text) => this.secrets.mask(plugin, text), onError: (error) => this.errors.push(error) });
    this.budget = new HostCallBudget(policy.limits.hostCalls);
    this.gateway = new InstanceGateway({
      instance: { instanceId: "i1", pluginId: "notes", policy, notify: () => {} },
      version: "1.0.0",
      backend: "test",
      facts: { accounts: () => accounts, sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}) },
      budget: this.budget,
      proxies: new Map([...createProxies({ store, mountOf: () => undefined }), ...proxies].map((proxy) => [proxy.method, proxy])),
      capabilities: new CapabilityRegistry(),
      journal: this.journal,
      metrics: this.metrics,
      onSecret: (value) => this.secrets.learn("notes", value),
      onInternalError: (error) => this.errors.push(error),
    });
    onTestFinished(() => this.journal.close());
  }

  /** Sends a text and gives the answer, parsed. */
  async send(text: string): Promise<RpcResponse | undefined> {
    const answer = await this.gateway.handle(text);
    return answer === undefined ? undefined : (JSON.parse(answer) as RpcResponse);
  }

  /** Makes a call; gives its result, or the code it ended in. */
  async call(method: string, params?: JsonValue): Promise<JsonValue> {
    const id = ++this.#id;
    const answer = await this.send(JSON.stringify({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) }));
    if (answer?.id !== id) throw new Error(`The answer is to ${String(answer?.id)}, not to ${id}.`);
    return "error" in answer ? answer.error.data.code : answer.result;
  }

  async records(): Promise<readonly JournalRecord[]> {
    return this.journal.tail(1000);
  }
}
