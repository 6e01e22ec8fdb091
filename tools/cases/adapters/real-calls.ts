import { createSqliteStore } from "@ambit/api-host/sqlite";
import { AmbitError, type Decision, findCall, type HostStore, type JsonObject, type JsonValue, type JudgeFacts, type PermissionPolicy, type ProxyInstance } from "@ambit/api-types";
import { createProxies, type ProxyServices } from "@ambit/capability-proxies";
import { judge } from "@ambit/sandbox-permissions";
import { type NetOp, openers } from "./net-op.ts";

/** How a call ended: with its result, or with the code of its error and what the guest is told. */
export type CallEnd = { readonly code: undefined; readonly result: JsonValue; readonly note?: string } | { readonly code: string; readonly message: string };

/** One instance's calls on the real judge and the real proxies, as a host's gateway makes them. */
export class RealCalls implements AsyncDisposable {
  readonly #policy: PermissionPolicy;
  readonly #facts: JudgeFacts;
  readonly #store: HostStore = createSqliteStore(":memory:");
  readonly #proxies: ReturnType<typeof createProxies>;
  readonly #instance: ProxyInstance;

  /** @param make Makes the proxies; the default is how a host makes them. */
  constructor(policy: PermissionPolicy, facts: JudgeFacts, services: Omit<ProxyServices, "store">, make: typeof createProxies = createProxies) {
    this.#policy = policy;
    this.#facts = facts;
    this.#proxies = make({ ...services, store: this.#store });
    this.#instance = { instanceId: "case", pluginId: policy.pluginId, policy, notify: () => undefined };
  }

  /** Validates, judges and, where it is allowed, makes a call. */
  async run(method: string, params: JsonObject): Promise<CallEnd> {
    const definition = findCall(method);
    const proxy = this.#proxies.find((candidate) => candidate.method === method);
    if (definition === undefined || proxy === undefined) throw new Error(`no call ${method}`);
    if (!definition.params.safeParse(params).success) return { code: "INVALID_PARAMS", message: "" };
    const decision: Decision = judge(this.#policy, { method, params }, definition, this.#facts);
    if (!decision.allowed) return { code: decision.code, message: decision.reason };
    try {
      const { result, note } = await proxy.run({ params, grant: decision.grant, instance: this.#instance, signal: AbortSignal.timeout(10_000) });
      return { code: undefined, result, ...(note !== undefined && { note }) };
    } catch (error) {
      if (!AmbitError.isInstance(error)) throw error;
      return { code: error.code, message: error.message };
    }
  }

  /** Begins what a case says is open already. */
  async demand(op: NetOp, params: JsonObject): Promise<void> {
    const end = await this.run(openers[op], params);
    if (end.code !== undefined) throw new Error(`what should be open is not: ${end.code}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const proxy of this.#proxies) await proxy.release?.("case");
    await this.#store.close();
  }
}
