import {
  type CallGrant,
  type CallMethod,
  type CallParams,
  type CallResult,
  callTable,
  type CapabilityProxy,
  commonErrors,
  AmbitError,
  defaultLimits,
  emptyPolicy,
  type ErrorCode,
  type JsonValue,
  type Limits,
  type PermissionPolicy,
  type ProxyAnswer,
  type ProxyInstance,
} from "@ambit/api-types";
import { createRoutedProxies } from "../create-proxies.ts";
import type { Route } from "../connection/route.ts";
import type { PluginLogLine, ProxyServices } from "../proxy-services.ts";
import { MapStore } from "./map-store.ts";

/** What a test sets up its proxies with. */
export interface RigOptions extends Partial<Pick<ProxyServices, "mountOf" | "resolveName" | "trustedCertificates" | "proxySettings" | "sharedPorts">> {
  readonly limits?: Partial<Limits>;
  /** Collections that the policy declares. */
  readonly storage?: PermissionPolicy["storage"];
  readonly route?: Route;
}

/** Options of one call of a test. */
export interface RigCall {
  readonly grant?: CallGrant;
  readonly instance?: ProxyInstance;
  readonly signal?: AbortSignal;
}

/** All proxies as a host has them, with one instance, its notifications and its log; each answer and error is checked against the call table. */
export class ProxyRig implements AsyncDisposable {
  readonly store: MapStore = new MapStore();
  readonly log: PluginLogLine[] = [];
  readonly notified: { method: string; params: JsonValue }[] = [];
  readonly proxies: readonly CapabilityProxy[];
  readonly instance: ProxyInstance;
  readonly #limits: Limits;
  readonly #storage: PermissionPolicy["storage"];

  constructor(options: RigOptions = {}) {
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#storage = options.storage ?? {};
    const { resolveName, trustedCertificates, proxySettings, sharedPorts } = options;
    this.proxies = createRoutedProxies(
      {
        store: this.store,
        mountOf: options.mountOf ?? (() => undefined),
        onLog: (line) => this.log.push(line),
        ...(resolveName && { resolveName }),
        ...(trustedCertificates && { trustedCertificates }),
        ...(proxySettings && { proxySettings }),
        ...(sharedPorts && { sharedPorts }),
      },
      options.route ?? (() => undefined),
    );
    this.instance = this.newInstance("instance-1");
  }

  newInstance(instanceId: string, pluginId = "sample", org?: string): ProxyInstance {
    const policy: PermissionPolicy = { ...emptyPolicy({ id: pluginId, version: "1.0.0" }, this.#limits), storage: this.#storage };
    return { instanceId, pluginId, policy, notify: (method, params) => void this.notified.push({ method, params }), ...(org !== undefined && { org }) };
  }

  /** Runs one call and gives the proxy's whole answer. */
  async answer(method: CallMethod, params: JsonValue, call: RigCall = {}): Promise<ProxyAnswer> {
    const proxy = this.proxies.find((one) => one.method === method);
    if (proxy === undefined) throw new Error(`no proxy for ${method}`);
    callTable[method].params.parse(params);
    const { grant = { kind: "basic" }, instance = this.instance, signal = new AbortController().signal } = call;
    try {
      const answer = await proxy.run({ params, grant, instance, signal });
      callTable[method].result.parse(answer.result);
      return answer;
    } catch (error) {
      checkError(method, error);
      throw error;
    }
  }

  /** Runs one call and gives its result. */
  async call<M extends CallMethod>(method: M, params: CallParams<M>, call: RigCall = {}): Promise<CallResult<M>> {
    const answer = await this.answer(method, params as JsonValue, call);
    return answer.result as CallResult<M>;
  }

  /** Runs one call that must fail, and gives its error. */
  async failure<M extends CallMethod>(method: M, params: CallParams<M>, call: RigCall = {}): Promise<AmbitError> {
    try {
      await this.call(method, params, call);
    } catch (error) {
      if (AmbitError.isInstance(error)) return error;
      throw error;
    }
    throw new Error(`${method} was to fail and did not`);
  }

  async release(instanceId: string = this.instance.instanceId): Promise<void> {
    for (const proxy of this.proxies) await proxy.release?.(instanceId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release();
  }
}

/** An error that a call's entry does not name, or one that says too much, is a fault of the proxy. */
function checkError(method: CallMethod, error: unknown): void {
  if (!AmbitError.isInstance(error)) throw new Error(`${method} threw an error that is not ours`, { cause: error });
  const known: readonly ErrorCode[] = [...callTable[method].errors, ...commonErrors];
  if (!known.includes(error.code)) throw new Error(`${method} ended in ${error.code}, which its entry does not name`, { cause: error });
  if (/\/(tmp|home|work|proc)\/|127\.0\.0\.1|::1/.test(error.message)) throw new Error(`${method} tells a path or an address: ${error.message}`);
}
