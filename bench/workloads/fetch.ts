import { type CallDefinition, callTable, type CapabilityProxy, defaultCeilings, defaultLimits, type HostStore, type JudgeFacts, type ProxyInstance } from "@ambit/api-types";
import { createProxies } from "@ambit/capability-proxies";
import { compilePolicy, judge } from "@ambit/sandbox-permissions";
import { Agent, fetch } from "undici";
import { sideBySide } from "../measure/side-by-side.ts";
import { figure } from "../measure/statistics.ts";
import { timed } from "../measure/timed.ts";
import { type Workload, target } from "../measure/workload.ts";
import { WebServer } from "../peers/web-server.ts";

const ROUNDS = 60;
const FETCHES = 100;

/** `net/fetch`, judged and pinned, against the HTTP library's own fetch, both of 1 KiB from a server in a thread of its own. */
export const workload: Workload = {
  summary: "net/fetch of 1 KiB from a local server",
  async run(progress) {
    const server = await WebServer.start(1024);
    const agent = new Agent({ connections: 8, pipelining: 1 });
    const plugin = new FetchingPlugin(server.url);
    progress(`${ROUNDS} rounds of ${FETCHES} fetches each`);
    const contenders = {
      undici: () => timed(FETCHES, async () => (await fetch(server.url, { dispatcher: agent })).text()),
      ambit: () => timed(FETCHES, () => plugin.fetch()),
    };
    await sideBySide(contenders, 10);
    const run = await sideBySide(contenders, ROUNDS);
    await Promise.all([plugin.release(), agent.close(), server.stop()]);
    return {
      figures: [figure("undici's fetch", "us", run.samples.undici), figure("net/fetch", "us", run.samples.ambit)],
      targets: [target("net/fetch / undici's fetch", run.ratio("ambit", "undici"), 1.25)],
    };
  },
};

/** Calls the proxy as a gateway does: it judges each call, and hands the grant on. */
class FetchingPlugin {
  readonly #proxy: CapabilityProxy;
  readonly #instance: ProxyInstance;
  readonly #facts: JudgeFacts;
  readonly #params: { readonly url: string };

  constructor(url: string) {
    const permissions = { network: [{ name: "{account}" }] };
    const policy = compilePolicy({ manifest: { id: "bench", version: "1.0.0", permissions, limits: defaultLimits }, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
    // The proxies of the network use no store.
    const found = createProxies({ store: {} as HostStore, mountOf: () => undefined }).find((proxy) => proxy.method === "net/fetch");
    if (found === undefined) throw new Error("There is no proxy of net/fetch.");
    this.#proxy = found;
    this.#instance = { instanceId: "bench", pluginId: "bench", policy, notify: () => undefined };
    this.#facts = { platform: process.platform, accounts: () => [url], sharedPorts: () => [], fenced: () => [], harnessRoots: () => ({}) };
    this.#params = { url };
  }

  async fetch(): Promise<unknown> {
    const decision = judge(this.#instance.policy, { method: "net/fetch", params: this.#params }, callTable["net/fetch"] as CallDefinition, this.#facts);
    if (!decision.allowed) throw new Error(decision.reason);
    const answer = await this.#proxy.run({ params: this.#params, grant: decision.grant, instance: this.#instance, signal: new AbortController().signal });
    return answer.result;
  }

  async release(): Promise<void> {
    await this.#proxy.release?.("bench");
  }
}
