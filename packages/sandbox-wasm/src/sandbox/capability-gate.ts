import {
  AmbitError,
  type CallDefinition,
  capabilityLabel,
  type CapabilityProxy,
  checkJsonBounds,
  findCall,
  type HostGateway,
  type JsonValue,
  type JudgeFacts,
  parseBoundedJson,
  type ProxyInstance,
  readRpcMessage,
  type RpcRequest,
  toErrorReply,
  timerMillis,
} from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import type { CallAllowance } from "./call-allowance.ts";

/** Name of the count of refusals, with the label `capability`. */
const DENIALS_METRIC = "plugin.permission_denied_total";

/** What a {@link CapabilityGate} works with. */
export interface GateContext {
  readonly instance: ProxyInstance;
  readonly facts: JudgeFacts;
  readonly allowance: CallAllowance;
  readonly onMetric: (name: string, labels: Readonly<Record<string, string>>) => void;
  readonly onDenied: (error: AmbitError) => void;
  readonly onInternalError: (error: unknown) => void;
}

/** The way from one module to the proxies: bounds, validates and judges each message before a proxy sees any of it. */
export class CapabilityGate implements HostGateway {
  readonly #context: GateContext;
  readonly #proxies = new Map<string, CapabilityProxy>();
  readonly #end = new AbortController();

  constructor(context: GateContext) {
    this.#context = context;
  }

  /** @throws AmbitError `INVALID_PARAMS` for a proxy of no call, or of one that has a proxy; then none of them is taken. */
  install(proxies: readonly CapabilityProxy[]): void {
    const taken = new Set(this.#proxies.keys());
    for (const { method } of proxies) {
      if (findCall(method) === undefined) throw new AmbitError("INVALID_PARAMS", `No call is named "${method}".`, { method });
      if (taken.has(method)) throw new AmbitError("INVALID_PARAMS", `The call "${method}" has a proxy already.`, { method });
      taken.add(method);
    }
    for (const proxy of proxies) this.#proxies.set(proxy.method, proxy);
  }

  async handle(message: string): Promise<string | undefined> {
    let request: RpcRequest | undefined;
    try {
      const read = readRpcMessage(parseBoundedJson(message));
      if (read.kind === "response") return undefined;
      request = read.request;
      const result = await this.#serve(request);
      return request.id === undefined ? undefined : answerText(request.id, result);
    } catch (thrown) {
      const error = this.#known(thrown);
      if (request !== undefined && request.id === undefined) return undefined;
      return JSON.stringify({ jsonrpc: "2.0", id: request?.id ?? null, error: toErrorReply(error) });
    }
  }

  /** Aborts what is under way and lets the proxies release what they hold. */
  async close(): Promise<void> {
    this.#end.abort(new AmbitError("INSTANCE_STOPPED", "The plugin's instance has stopped."));
    await Promise.all([...this.#proxies.values()].map(async (proxy) => proxy.release?.(this.#context.instance.instanceId)));
  }

  async #serve({ method, params = {} }: RpcRequest): Promise<JsonValue> {
    const { allowance, instance, facts } = this.#context;
    allowance.take();
    const definition = findCall(method);
    const proxy = this.#proxies.get(method);
    if (definition === undefined || proxy === undefined) throw new AmbitError("METHOD_NOT_FOUND", "The host has no call of that name.");
    const given = definition.params.safeParse(params);
    if (!given.success) throw new AmbitError("INVALID_PARAMS", `These are not the parameters of ${method}.`, { method });
    // Valid by the call's schema, which makes JSON of JSON.
    const valid = given.data as JsonValue;
    const decision = judge(instance.policy, { method, params: valid }, definition, facts);
    if (!decision.allowed) throw this.#denied(definition, decision.code, decision.reason, decision.target);
    const request = { params: valid, grant: decision.grant, instance, signal: this.#signal(definition) };
    const { result } = await settled(proxy.run(request), request.signal);
    if (!definition.result.safeParse(result).success) throw new Error(`The proxy of ${method} gave a result that is not the call's.`);
    return result;
  }

  /** Counts a refusal. The host hears of a denied connect by its own code; the guest gets the code that every call has. */
  #denied(definition: CallDefinition, code: AmbitError["code"], reason: string, target: string): AmbitError {
    const { method, needs } = definition;
    const error = new AmbitError(code, reason, { method, target });
    if (code !== "PERMISSION_DENIED") return error;
    this.#context.onMetric(DENIALS_METRIC, { capability: capabilityLabel(definition) });
    this.#context.onDenied(needs.kind === "network" ? new AmbitError("SAND_WASM_OUTBOUND_DENIED", reason, { method, target }) : error);
    return error;
  }

  #signal({ limits }: CallDefinition): AbortSignal {
    const { fetchSeconds, callSeconds } = this.#context.instance.policy.limits;
    return AbortSignal.any([this.#end.signal, AbortSignal.timeout(timerMillis((limits.includes("fetchSeconds") ? fetchSeconds : callSeconds) * 1000))]);
  }

  #known(thrown: unknown): AmbitError {
    if (AmbitError.isInstance(thrown)) return thrown;
    this.#context.onInternalError(thrown);
    return new AmbitError("INTERNAL_ERROR", "The host failed. Its log has the details.", { cause: thrown });
  }
}

/** What a proxy comes to, or the error of the signal: a proxy that ignores its signal holds nobody up. */
function settled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(AmbitError.isInstance(signal.reason) ? signal.reason : new AmbitError("LIMIT_EXCEEDED", "The call to the host took too long.", { limit: "callSeconds" }));
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function answerText(id: RpcRequest["id"], result: JsonValue): string {
  const text = JSON.stringify({ jsonrpc: "2.0", id, result });
  checkJsonBounds(text);
  return text;
}
