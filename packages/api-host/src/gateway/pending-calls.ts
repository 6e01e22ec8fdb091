import { AmbitError, type CallGrant, type CapabilityProxy, type JsonValue, PENDING_CALLS, type ProxyAnswer, type ProxyInstance, type ProxyRequest } from "@ambit/api-types";

/** How often deadlines are looked at, in milliseconds: one timer serves all calls, since one each would cost more than most calls do. */
const SWEEP_MS = 50;

/** What a proxy is asked to do, and for how long. */
export interface BoundedCall {
  readonly proxy: CapabilityProxy;
  readonly params: JsonValue;
  readonly grant: CallGrant;
  readonly instance: ProxyInstance;
  /** Seconds it may take. */
  readonly seconds: number;
}

interface Pending {
  readonly deadline: number;
  end(error: AmbitError): void;
}

/** The calls of one instance that proxies work on. Each ends at its deadline, and all of them with the instance. */
export class PendingCalls {
  readonly #pending = new Set<Pending>();
  #sweeper: NodeJS.Timeout | undefined;
  #ended: AmbitError | undefined;

  /**
   * Has a proxy do what was granted.
   *
   * @throws AmbitError what the proxy ended in; `LIMIT_EXCEEDED` past the deadline or with too many calls at once; after the
   * instance's end what ended it.
   */
  run(call: BoundedCall): Promise<ProxyAnswer> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    if (this.#pending.size >= PENDING_CALLS) return Promise.reject(new AmbitError("LIMIT_EXCEEDED", `The plugin has ${PENDING_CALLS} calls waiting already.`, { limit: "pendingCalls" }));
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      const end = (error: AmbitError): void => {
        this.#pending.delete(pending);
        controller.abort(error);
        reject(error);
      };
      const pending: Pending = { deadline: performance.now() + call.seconds * 1000, end };
      this.#pending.add(pending);
      this.#sweepLater();
      const request: ProxyRequest = { params: call.params, grant: call.grant, instance: call.instance, signal: controller.signal };
      // The proxy may be an integrator's: what it throws at once counts as what it rejects with.
      new Promise<ProxyAnswer>((started) => started(call.proxy.run(request))).then(resolve, reject).finally(() => this.#pending.delete(pending));
    });
  }

  /** Ends every call, and each later one at once. */
  stop(error: AmbitError): void {
    this.#ended = error;
    clearTimeout(this.#sweeper);
    for (const pending of this.#pending) pending.end(error);
  }

  #sweepLater(): void {
    if (this.#sweeper !== undefined) return;
    this.#sweeper = setTimeout(() => {
      this.#sweeper = undefined;
      const now = performance.now();
      for (const pending of this.#pending) {
        if (pending.deadline <= now) pending.end(new AmbitError("LIMIT_EXCEEDED", "The call to the host took too long.", { limit: "callSeconds" }));
      }
      if (this.#pending.size > 0) this.#sweepLater();
    }, SWEEP_MS);
    this.#sweeper.unref();
  }
}
