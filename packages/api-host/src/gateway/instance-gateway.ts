import {
  AmbitError,
  type CallDefinition,
  type CapabilityProxy,
  checkJsonBounds,
  findCall,
  guestNotices,
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
import type { CapabilityRegistry } from "../capabilities/capability-registry.ts";
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
  /** The application's own calls. */
  readonly capabilities: CapabilityRegistry;
  readonly journal: HostJournal;
  readonly metrics: HostMetrics;
  /** Learns each secret that is handed to the guest, so that it can be masked. */
  readonly onSecret: (value: string) => void;
  /** Takes what was thrown and is nobody's fault but the host's. */
  readonly onInternalError: (error: unknown) => void;
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

/** One call on its way through the gateway. */
interface Passage {
  request: RpcRequest;
  /** UTF-16 units of its message. */
  readonly units: number;
  readonly started: number;
  readonly isInBudget: boolean;
  definition?: CallDefinition;
  target: string;
  /** Words of a command, for the journal. */
  args?: readonly string[];
  isRecorded?: boolean;
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
    const passage: Passage = { request: unreadable, units: message.length, started, isInBudget: this.#context.budget.take(started), target: "" };
    try {
      const request = readRequest(message);
      if (request === undefined) return undefined;
      passage.request = request;
      // It asks for nothing: whoever is past the budget may still give up.
      if (isCancel(request)) return this.#cancel(request);
      const answer = await this.#serve(passage);
      // An answer that cannot be sent is none: the journal says what the guest hears.
      const text = answerText(request, answer.result);
      const recorded = this.#record(passage, undefined, answer);
      if (recorded !== undefined) await recorded;
      return text;
    } catch (thrown) {
      return this.#refuse(passage, this.#known(thrown));
    }
  }

  /** Ends every call under way; later ones are refused. */
  stop(error: AmbitError): void {
    this.#pending.stop(error);
  }

  #cancel({ params }: RpcRequest): undefined {
    const read = guestNotices["call/cancel"].safeParse(params);
    if (read.success) this.#pending.cancel(read.data.id);
  }

  /** Tells the guest why, and the journal, unless it is the journal that failed. */
  async #refuse(passage: Passage, thrown: AmbitError): Promise<string | undefined> {
    let error = thrown;
    try {
      if (!passage.isRecorded) await this.#record(passage, error);
    } catch (failure) {
      error = this.#known(failure);
    }
    const { request } = passage;
    if (request !== unreadable && request.id === undefined) return undefined;
    return JSON.stringify({ jsonrpc: "2.0", id: request.id ?? null, error: toErrorReply(error) });
  }

  async #serve(passage: Passage): Promise<ProxyAnswer> {
    const { instance, facts, journal, proxies, capabilities, onSecret, budget } = this.#context;
    if (!passage.isInBudget) throw budget.exceeded();
    const { method, params: given = {} } = passage.request;
    const own = capabilities.find(method);
    const definition = findCall(method) ?? own?.definition;
    const proxy = proxies.get(method) ?? own?.proxy;
    if (definition === undefined || proxy === undefined) throw new AmbitError("METHOD_NOT_FOUND", "The host has no call of that name.");
    passage.definition = definition;
    // What could not be journaled is not done.
    journal.requireWritable();
    const params = validParams(definition, given);
    if (definition.needs.kind === "commands") passage.args = furtherWords(params);
    const decision = judge(instance.policy, { method, params }, definition, facts);
    passage.target = decision.target;
    if (!decision.allowed) throw new AmbitError(decision.code, decision.reason, { method, target: decision.target });
    const limit = definition.limits.includes("fetchSeconds") ? "fetchSeconds" : "callSeconds";
    const answer = await this.#pending.run({ id: passage.request.id, proxy, params, grant: decision.grant, instance, units: passage.units, limit });
    if (!definition.result.safeParse(answer.result).success) throw new Error(`The proxy of ${method} gave a result that is not the call's.`);
    if (definition.needs.kind === "secrets") onSecret(secretValue(answer.result));
    return answer;
  }

  /**
   * Counts and journals a call. What changed something outside the host's store is durable before the guest hears of it;
   * past the budget one line stands for all. Gives a promise where there is something to wait for.
   */
  #record(passage: Passage, error: AmbitError | undefined, answer?: ProxyAnswer): Promise<void> | undefined {
    passage.isRecorded = true;
    const { journal, budget } = this.#context;
    const ms = performance.now() - passage.started;
    const outcome = error === undefined ? "ok" : errorOutcome(error);
    this.#count(passage.definition, outcome, ms, error);
    if (!passage.isInBudget && !budget.tellOnce()) return undefined;
    const entry = this.#entry(passage, { ms, outcome, error, answer });
    const mustLast = error === undefined && passage.definition !== undefined && reachesOut(passage.definition);
    return mustLast ? journal.append(entry) : journal.enqueue(entry);
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
    const entry: Mutable<JournalEntry> = {
      time: Date.now(),
      plugin: instance.pluginId,
      version,
      instance: instance.instanceId,
      backend,
      method: passage.request.method,
      target: passage.target,
      outcome,
      ms,
    };
    // One by one: spreading what is mostly not there costs more than the rest of the entry.
    if (instance.org !== undefined) entry.org = instance.org;
    if (error !== undefined) entry.code = error.code;
    if (answer?.bytesIn !== undefined) entry.bytesIn = answer.bytesIn;
    if (answer?.bytesOut !== undefined) entry.bytesOut = answer.bytesOut;
    if (answer?.note !== undefined) entry.note = answer.note;
    if (passage.args !== undefined) entry.args = passage.args;
    return entry;
  }

  #known(thrown: unknown): AmbitError {
    if (AmbitError.isInstance(thrown)) return thrown;
    this.#context.onInternalError(thrown);
    return new AmbitError("INTERNAL_ERROR", "The host failed. Its log has the details.", { cause: thrown });
  }
}

/** Stands in the journal for a message that is no request. */
const unreadable: RpcRequest = { jsonrpc: "2.0", method: "message" };

function isCancel({ method, id }: RpcRequest): boolean {
  return method === "call/cancel" && id === undefined;
}

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

/** The answer's text; undefined where none is due. */
function answerText({ id }: RpcRequest, result: JsonValue): string | undefined {
  if (id === undefined) return undefined;
  const text = JSON.stringify({ jsonrpc: "2.0", id, result });
  checkJsonBounds(text);
  return text;
}

/** The words of a command behind its program's name. */
function furtherWords(params: JsonValue): readonly string[] {
  const words = (params as { readonly argv?: unknown }).argv;
  return Array.isArray(words) ? words.slice(1).map(String) : [];
}

function reachesOut({ writes, needs }: CallDefinition): boolean {
  return writes && needs.kind !== "basic" && needs.kind !== "collections";
}

function secretValue(result: JsonValue): string {
  const value = typeof result === "object" && result !== null && "value" in result ? result.value : undefined;
  return typeof value === "string" ? value : "";
}
