import { AmbitError, type CallDefinition, type CapabilityCall, type CapabilityProxy, commonErrors, type JsonValue, type ProxyAnswer, type ProxyRequest, timerMillis } from "@ambit/api-types";

/** Has the application's own code serve one call, within the bounds of the call. */
export class CapabilityCallProxy implements CapabilityProxy {
  readonly method: string;
  readonly #call: CapabilityCall;
  readonly #problem: (() => Promise<string | undefined>) | undefined;
  readonly #errors: ReadonlySet<string>;
  /** How many are under way, by instance. */
  readonly #running = new Map<string, number>();

  /** @param problem Says why the call is on offer to nobody at the moment; asked at each call. */
  constructor(call: CapabilityCall, definition: CallDefinition, problem: (() => Promise<string | undefined>) | undefined) {
    this.#problem = problem;
    this.method = call.method;
    this.#call = call;
    this.#errors = new Set([...commonErrors, ...definition.errors]);
  }

  async run(request: ProxyRequest): Promise<ProxyAnswer> {
    const problem = await this.#problem?.();
    if (problem !== undefined) throw new AmbitError("CAPABILITY_UNAVAILABLE", problem, { method: this.method });
    const { paramBytes, resultBytes } = this.#call.limits ?? {};
    const bytesOut = this.#bounded(request.params, paramBytes, "parameters");
    const { instanceId } = request.instance;
    this.#enter(instanceId);
    try {
      const result = this.#cut(await this.#served(request));
      return { result, bytesIn: this.#bounded(result, resultBytes, "result"), bytesOut };
    } finally {
      this.#leave(instanceId);
    }
  }

  release(instanceId: string): void {
    this.#running.delete(instanceId);
  }

  /** Runs the handler until it is done, or until nobody waits for it any more. */
  async #served({ params, instance, signal }: ProxyRequest): Promise<unknown> {
    const { seconds } = this.#call.limits ?? {};
    const late = seconds === undefined ? undefined : AbortSignal.timeout(timerMillis(seconds * 1000));
    const both = late === undefined ? signal : AbortSignal.any([signal, late]);
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = (): void => reject(late?.aborted === true ? new AmbitError("LIMIT_EXCEEDED", `${this.method} took longer than ${seconds} seconds.`, { limit: "callSeconds" }) : both.reason);
    both.throwIfAborted();
    both.addEventListener("abort", end, { once: true });
    try {
      const { instanceId, pluginId, policy, org } = instance;
      const work = this.#call.run(params, { plugin: { id: pluginId, version: policy.version }, instanceId, signal: both, ...(org !== undefined && { org }) });
      return await Promise.race([work, ended]);
    } catch (thrown) {
      throw this.#own(thrown);
    } finally {
      both.removeEventListener("abort", end);
    }
  }

  /** An error of the call as it is; of any other the guest learns nothing. */
  #own(thrown: unknown): unknown {
    if (!AmbitError.isInstance(thrown) || this.#errors.has(thrown.code)) return thrown;
    return new Error(`The handler of ${this.method} ended in ${thrown.code}, which is none of its errors.`, { cause: thrown });
  }

  /** The result as its schema has it: what is not in the schema is not sent. */
  #cut(given: unknown): JsonValue {
    const parsed = this.#call.result.safeParse(given === undefined ? null : given);
    if (!parsed.success) throw new Error(`The handler of ${this.method} gave a result that is not the call's.`, { cause: parsed.error });
    const text = JSON.stringify(parsed.data);
    if (text === undefined) throw new Error(`The handler of ${this.method} gave a result that is not JSON.`);
    return JSON.parse(text) as JsonValue;
  }

  #bounded(value: JsonValue, most: number | undefined, what: string): number {
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (most !== undefined && bytes > most) throw new AmbitError("LIMIT_EXCEEDED", `The ${what} of ${this.method} may have at most ${most} bytes.`, { limit: "message", method: this.method });
    return bytes;
  }

  #enter(instanceId: string): void {
    const running = this.#running.get(instanceId) ?? 0;
    const { atOnce } = this.#call.limits ?? {};
    if (atOnce !== undefined && running >= atOnce) throw new AmbitError("LIMIT_EXCEEDED", `${this.method} is under way ${atOnce} times already.`, { limit: "pendingCalls", method: this.method });
    this.#running.set(instanceId, running + 1);
  }

  #leave(instanceId: string): void {
    const running = this.#running.get(instanceId);
    if (running !== undefined && running > 1) this.#running.set(instanceId, running - 1);
    else this.#running.delete(instanceId);
  }
}
