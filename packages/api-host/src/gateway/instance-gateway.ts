import {
  AmbitError,
  type CallDefinition,
  type CapabilityProxy,
  checkJsonBounds,
  findCall,
  type HostGateway,
  type JournalEntry,
  type JournalOutcome,
  type JsonValue,
  type JudgeFacts,
  parseBoundedJson,
  type ProxyAnswer,
  type ProxyInstance,
  readRpcMessage,
  type RpcRequest,
  toErrorReply,
} from "@ambit/api-types";
import { judge } from "@ambit/sandbox-permissions";
import type { HostJournal } from "../journal/host-journal.ts";
import { errorOutcome } from "../journal/error-outcome.ts";
import { type CallMeters, callMeters } from "../metrics/call-meters.ts";
import type { HostMetrics } from "../metrics/host-metrics.ts";
import type { HostCallBudget } from "./host-call-budget.ts";
import { PendingCalls } from "./pending-calls.ts";

/** What the gateway of one instance works with. */
export interface GatewayContext {
  readonly instance: ProxyInstance;
  readonly version: string;
  /** Name of the backend. */
  readonly backend: string;
  readonly facts: JudgeFacts;
  readonly budget: HostCallBudget;
  /** By method. */
  readonly proxies: ReadonlyMap<string, CapabilityProxy>;
  readonly journal: HostJournal;
  readonly metrics: HostMetrics;
  /** Learns each secret that is handed to the guest, so that it can be masked. */
  readonly onSecret: (value: string) => void;
  /** Takes what was thrown and is nobody's fault but the host's. */
  readonly onInternalError: (error: unknown) => void;
}

/** One call on its way through the gateway. */
interface Passage {
  readonly request: RpcRequest;
  /** UTF-16 units of its message. */
  readonly units: number;
  readonly started: number;
  readonly isInBudget: boolean;
  definition?: CallDefinition;
  target: string;
}

/**
 * The one way from a guest to the host: bounds, parses, counts, validates, judges and journals every message, and has the
 * proxy of its call do what was allowed.
 */
export class InstanceGateway implements HostGateway {
  readonly #context: GatewayContext;
  readonly #pending = new PendingCalls();
  readonly #meters = new Map<CallDefinition | undefined, CallMeters>();

  constructor(context: GatewayContext) {
    this.#context = context;
  }

  async handle(message: string): Promise<string | undefined> {
    const started = performance.now();
    const isInBudget = this.#context.budget.take(started);
    let request: RpcRequest | undefined;
    try {
      request = readRequest(message);
      if (request === undefined) return undefined;
      const result = await this.#pass({ request, units: message.length, started, isInBudget, target: "" });
      return request.id === undefined ? undefined : answerText(request.id, result);
    } catch (thrown) {
      const error = this.#known(thrown);
      if (request === undefined) await this.#record({ request: unreadable, units: message.length, started, isInBudget, target: "" }, error).catch(this.#context.onInternalError);
      else if (request.id === undefined) return undefined;
      return JSON.stringify({ jsonrpc: "2.0", id: request?.id ?? null, error: toErrorReply(error) });
    }
  }

  /** Ends every call under way; later ones are refused. */
  stop(error: AmbitError): void {
    this.#pending.stop(error);
  }

  async #pass(passage: Passage): Promise<JsonValue> {
    let answer: ProxyAnswer;
    try {
      if (!passage.isInBudget) throw this.#context.budget.exceeded();
      answer = await this.#serve(passage);
    } catch (thrown) {
      const error = this.#known(thrown);
      await this.#record(passage, error);
      throw error;
    }
    await this.#record(passage, undefined, answer);
    return answer.result;
  }

  async #serve(passage: Passage): Promise<ProxyAnswer> {
    const { instance, facts, journal, proxies, onSecret } = this.#context;
    const { method, params: given = {} } = passage.request;
    const definition = findCall(method);
    const proxy = proxies.get(method);
    if (definition === undefined || proxy === undefined) throw new AmbitError("METHOD_NOT_FOUND", "The host has no call of that name.");
    passage.definition = definition;
    // What could not be journaled is not done.
    journal.requireWritable();
    const params = validParams(definition, given);
    const decision = judge(instance.policy, { method, params }, definition, facts);
    passage.target = decision.target;
    if (!decision.allowed) throw new AmbitError(decision.code, decision.reason, { method, target: decision.target });
    const { limits } = instance.policy;
    const seconds = definition.limits.includes("fetchSeconds") ? limits.fetchSeconds : limits.callSeconds;
    const answer = await this.#pending.run({ proxy, params, grant: decision.grant, instance, units: passage.units, seconds });
    if (!definition.result.safeParse(answer.result).success) throw new Error(`The proxy of ${method} gave a result that is not the call's.`);
    if (definition.needs.kind === "secrets") onSecret(secretValue(answer.result));
    return answer;
  }

  /**
   * Counts and journals a call. What changed something outside the host's store is durable before the guest hears of it;
   * past the budget one line stands for all.
   */
  async #record(passage: Passage, error: AmbitError | undefined, answer?: ProxyAnswer): Promise<void> {
    const { journal, budget } = this.#context;
    const ms = performance.now() - passage.started;
    const outcome = error === undefined ? "ok" : errorOutcome(error);
    this.#count(passage.definition, outcome, ms, error);
    if (!passage.isInBudget && !budget.tellOnce()) return;
    const entry = this.#entry(passage, { ms, outcome, error, answer });
    if (error === undefined && passage.definition !== undefined && reachesOut(passage.definition)) await journal.append(entry);
    else {
      const room = journal.enqueue(entry);
      if (room !== undefined) await room;
    }
  }

  #count(definition: CallDefinition | undefined, outcome: JournalOutcome, ms: number, error: AmbitError | undefined): void {
    const meters = this.#meters.get(definition) ?? callMeters(this.#context.metrics, definition);
    this.#meters.set(definition, meters);
    meters.outcomes[outcome].value++;
    meters.millis.value += ms;
    if (error?.code === "PERMISSION_DENIED") meters.denied.value++;
    if (outcome === "limited") this.#context.metrics.add("plugin.limits_total", { limit: error?.details.limit ?? "unknown" });
  }

  #entry(passage: Passage, { ms, outcome, error, answer }: { ms: number; outcome: JournalOutcome; error: AmbitError | undefined; answer: ProxyAnswer | undefined }): JournalEntry {
    const { instance, version, backend } = this.#context;
    return {
      time: Date.now(),
      plugin: instance.pluginId,
      version,
      instance: instance.instanceId,
      ...(instance.org !== undefined && { org: instance.org }),
      backend,
      method: passage.request.method,
      target: passage.target,
      outcome,
      ...(error !== undefined && { code: error.code }),
      ...(answer?.bytesIn !== undefined && { bytesIn: answer.bytesIn }),
      ...(answer?.bytesOut !== undefined && { bytesOut: answer.bytesOut }),
      ms,
      ...(answer?.note !== undefined && { note: answer.note }),
    };
  }

  #known(thrown: unknown): AmbitError {
    if (AmbitError.isInstance(thrown)) return thrown;
    this.#context.onInternalError(thrown);
    return new AmbitError("INTERNAL_ERROR", "The host failed. Its log has the details.", { cause: thrown });
  }
}

/** Stands in the journal for a message that is no request. */
const unreadable: RpcRequest = { jsonrpc: "2.0", method: "message" };

/** The request in a message; undefined for an answer, which is due to nobody here. */
function readRequest(message: string): RpcRequest | undefined {
  const read = readRpcMessage(parseBoundedJson(message));
  return read.kind === "request" ? read.request : undefined;
}

function validParams(definition: CallDefinition, params: JsonValue): JsonValue {
  const parsed = definition.params.safeParse(params);
  // Valid by the call's schema, which makes JSON of JSON.
  if (parsed.success) return parsed.data as JsonValue;
  const issue = parsed.error.issues[0];
  const where = issue?.path.join(".").slice(0, 100) ?? "";
  throw new AmbitError("INVALID_PARAMS", `${definition.method}: ${where === "" ? "the parameters" : where}: ${issue?.message.slice(0, 200) ?? "invalid"}.`, { method: definition.method });
}

function answerText(id: RpcRequest["id"], result: JsonValue): string {
  const text = JSON.stringify({ jsonrpc: "2.0", id, result });
  checkJsonBounds(text);
  return text;
}

function reachesOut({ writes, needs }: CallDefinition): boolean {
  return writes && needs.kind !== "basic" && needs.kind !== "collections";
}

function secretValue(result: JsonValue): string {
  const value = typeof result === "object" && result !== null && "value" in result ? result.value : undefined;
  return typeof value === "string" ? value : "";
}
