import {
  AmbitError,
  type CallMethod,
  type ErrorCode,
  findCall,
  type HostGateway,
  type JsonObject,
  type JsonValue,
  LOG_MESSAGE_BYTES,
  parseBoundedJson,
  type PermissionPolicy,
  readRpcMessage,
  type RpcRequest,
  toErrorReply,
} from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import { judgeFacts } from "./judge-facts.ts";
import type { Service } from "./service.ts";
import { type ServiceState, testServices } from "./test-services.ts";

/** One message that reached the host, and how it ended. */
export interface RecordedCall {
  readonly method: string;
  readonly params: JsonValue;
  /** The code of the error that was answered; absent where the call succeeded. */
  readonly code?: ErrorCode;
}

/** A gateway that judges with the real judge, serves from memory, and keeps what came. */
export interface RecordingGateway extends HostGateway {
  /** What came, in order; the first ten thousand. */
  readonly calls: readonly RecordedCall[];
  /** The first hundred messages as they came. */
  readonly texts: readonly string[];
  /** Messages that came, all of them. */
  readonly messages: number;
  /** The most messages that waited for an answer at once. */
  readonly mostPending: number;
  readonly state: ServiceState;
  /** A call into the guest begins: its budget of host calls is whole again. */
  beginCall(): void;
  /** Holds back the answers to one method until the function it gives is called. */
  hold(method: string): () => void;
  /** Stops timers. */
  close(): void;
}

/** Most recorded calls: a guest that floods the host fills no memory of the suite. */
const RECORDS = 10_000;

/** Makes a recording gateway for one instance under a policy. */
export function createRecordingGateway(policy: PermissionPolicy, state: ServiceState): RecordingGateway {
  return new Recorder(policy, state);
}

class Recorder implements RecordingGateway {
  readonly calls: RecordedCall[] = [];
  readonly texts: string[] = [];
  readonly state: ServiceState;
  readonly #policy: PermissionPolicy;
  readonly #services: Readonly<Record<CallMethod, Service>>;
  readonly #held = new Map<string, Promise<void>>();
  #budget: number;
  messages = 0;
  mostPending = 0;
  #pending = 0;

  constructor(policy: PermissionPolicy, state: ServiceState) {
    this.state = state;
    this.#policy = policy;
    this.#services = testServices(state);
    this.#budget = policy.limits.hostCalls;
  }

  beginCall(): void {
    this.#budget = this.#policy.limits.hostCalls;
  }

  hold(method: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(method, promise);
    return () => {
      this.#held.delete(method);
      resolve();
    };
  }

  close(): void {
    for (const timer of this.state.timers.values()) clearTimeout(timer);
    this.state.timers.clear();
  }

  async handle(message: string): Promise<string | undefined> {
    if (++this.messages <= 100) this.texts.push(message);
    this.mostPending = Math.max(this.mostPending, ++this.#pending);
    try {
      return await this.#answer(message);
    } finally {
      this.#pending--;
    }
  }

  async #answer(message: string): Promise<string | undefined> {
    let request: RpcRequest;
    try {
      request = readRequest(message);
    } catch (error) {
      this.#record("", null, error);
      return JSON.stringify({ jsonrpc: "2.0", id: null, error: toErrorReply(error) });
    }
    const body = await this.#outcome(request);
    return request.id === undefined ? undefined : JSON.stringify({ jsonrpc: "2.0", id: request.id, ...body });
  }

  async #outcome(request: RpcRequest): Promise<{ readonly result: JsonValue } | { readonly error: unknown }> {
    const { method, params = {} } = request;
    try {
      await this.#held.get(method);
      const result = this.#serve(method, params);
      this.#record(method, params);
      return { result };
    } catch (error) {
      this.#record(method, params, error);
      return { error: toErrorReply(error) };
    }
  }

  #serve(method: string, params: JsonValue): JsonValue {
    const definition = findCall(method);
    if (definition === undefined) throw new AmbitError("METHOD_NOT_FOUND", "No call of that name exists.", { method });
    if (!definition.params.safeParse(params).success) throw new AmbitError("INVALID_PARAMS", `These are not the parameters of ${method}.`, { method });
    if (--this.#budget < 0) throw new AmbitError("LIMIT_EXCEEDED", "Too many calls to the host.", { limit: "hostCalls", method });
    const decision = judge(this.#policy, { method, params }, definition, judgeFacts);
    if (!decision.allowed) throw new AmbitError(decision.code, decision.reason, { method, target: decision.target });
    return this.#services[method as CallMethod](params as JsonObject, decision.grant);
  }

  #record(method: string, params: JsonValue, error?: unknown): void {
    if (this.calls.length >= RECORDS) return;
    const small = JSON.stringify(params).length <= LOG_MESSAGE_BYTES ? params : null;
    this.calls.push({ method, params: small, ...(error !== undefined && { code: toErrorReply(error).data.code }) });
  }
}

function readRequest(message: string): RpcRequest {
  const read = readRpcMessage(parseBoundedJson(message));
  if (read.kind !== "request") throw new AmbitError("INVALID_REQUEST", "The host asked nothing that this would answer.");
  return read.request;
}
