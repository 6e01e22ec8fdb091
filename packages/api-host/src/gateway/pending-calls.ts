import { AmbitError, type CallGrant, type CapabilityProxy, type JsonValue, MESSAGE_BYTES, PENDING_CALLS, type ProxyAnswer, type ProxyInstance, type ProxyRequest, type RpcId } from "@ambit/api-types";

/** How often deadlines are looked at, in milliseconds: one timer serves all calls, since one each would cost more than most calls do. */
const SWEEP_MS = 50;

/** UTF-16 units of the messages whose calls proxies may be at work on, together: the parameters are held as long. */
const PENDING_UNITS: number = 4 * MESSAGE_BYTES;

/** What a proxy is asked to do, and for how long. */
export interface BoundedCall {
  /** The `id` of the guest's request, by which it may give up on it. */
  readonly id: RpcId | undefined;
  readonly proxy: CapabilityProxy;
  readonly params: JsonValue;
  readonly grant: CallGrant;
  readonly instance: ProxyInstance;
  /** UTF-16 units of the message. */
  readonly units: number;
  /** The plugin's limit on how long it may take. */
  readonly limit: "callSeconds" | "fetchSeconds";
}

/** A call under way, as its proxy sees it. */
class PendingCall implements ProxyRequest {
  readonly id: RpcId | undefined;
  readonly params: JsonValue;
  readonly grant: CallGrant;
  readonly instance: ProxyInstance;
  readonly signal: AbortSignal;
  readonly limit: BoundedCall["limit"];
  readonly deadline: number;
  readonly reject: (error: unknown) => void;
  readonly #controller = new AbortController();

  constructor(call: BoundedCall, reject: (error: unknown) => void) {
    this.id = call.id;
    this.params = call.params;
    this.grant = call.grant;
    this.instance = call.instance;
    this.signal = this.#controller.signal;
    this.limit = call.limit;
    this.deadline = performance.now() + call.instance.policy.limits[call.limit] * 1000;
    this.reject = reject;
  }

  end(error: AmbitError): void {
    this.#controller.abort(error);
    this.reject(error);
  }
}

/** The calls of one instance that proxies work on. Each ends at its deadline, and all of them with the instance. */
export class PendingCalls {
  readonly #pending = new Set<PendingCall>();
  #sweeper: NodeJS.Timeout | undefined;
  #ended: AmbitError | undefined;
  #units = 0;

  /**
   * Has a proxy do what was granted.
   *
   * @throws AmbitError what the proxy ended in; `LIMIT_EXCEEDED` past the deadline, with too many calls at once or too much in them; after the
   * instance's end what ended it.
   */
  run(call: BoundedCall): Promise<ProxyAnswer> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    if (this.#pending.size >= PENDING_CALLS) return Promise.reject(new AmbitError("LIMIT_EXCEEDED", `The plugin has ${PENDING_CALLS} calls waiting already.`, { limit: "pendingCalls" }));
    if (this.#units + call.units > PENDING_UNITS) return Promise.reject(new AmbitError("LIMIT_EXCEEDED", "The plugin's calls that wait already are too large together.", { limit: "pendingCalls" }));
    this.#units += call.units;
    return new Promise((resolve, reject) => {
      const pending = new PendingCall(call, reject);
      this.#pending.add(pending);
      this.#sweepLater();
      started(call.proxy, pending).then(
        (answer) => {
          this.#settled(pending, call);
          resolve(answer);
        },
        (error: unknown) => {
          this.#settled(pending, call);
          reject(error);
        },
      );
    });
  }

  /** Ends the calls of an id: the guest gave up on it. There may be none, or several where a guest uses an id twice. */
  cancel(id: RpcId): void {
    for (const pending of this.#pending) {
      if (pending.id === id) this.#end(pending, new AmbitError("CALL_CANCELLED", "The plugin gave up before the call was done."));
    }
  }

  /** Ends every call, and each later one at once. */
  stop(error: AmbitError): void {
    this.#ended = error;
    clearTimeout(this.#sweeper);
    for (const pending of this.#pending) this.#end(pending, error);
  }

  /** A proxy that goes on after its call was given up still holds what it was asked. */
  #settled(pending: PendingCall, call: BoundedCall): void {
    this.#pending.delete(pending);
    this.#units -= call.units;
  }

  #end(pending: PendingCall, error: AmbitError): void {
    this.#pending.delete(pending);
    pending.end(error);
  }

  #sweepLater(): void {
    if (this.#sweeper !== undefined) return;
    this.#sweeper = setTimeout(() => {
      this.#sweeper = undefined;
      const now = performance.now();
      for (const pending of this.#pending) {
        if (pending.deadline <= now) this.#end(pending, new AmbitError("LIMIT_EXCEEDED", "The call to the host took too long.", { limit: pending.limit }));
      }
      if (this.#pending.size > 0) this.#sweepLater();
    }, SWEEP_MS);
    this.#sweeper.unref();
  }
}

/** The proxy may be an integrator's: what it throws at once counts as what it rejects with. */
function started(proxy: CapabilityProxy, request: ProxyRequest): Promise<ProxyAnswer> {
  try {
    return proxy.run(request);
  } catch (error) {
    return Promise.reject(error);
  }
}
