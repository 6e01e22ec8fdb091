import type { ErrorCode, ErrorDetails, ErrorReply, JsonValue } from "@ambit/api-types";
import { type CallSignal, isHostError } from "@ambit/plugin-sdk";
import { createHostError } from "@ambit/plugin-sdk/runtime";
import { apply, hasOwn, parseJson, PromiseOf, stringifyJson, table, TypeErrorOf } from "../primordials.ts";
import type { PreludeBounds } from "../prelude-bounds.ts";

/** The host function that takes one message. It answers with the code of why the message may not leave, or undefined. */
export type Post = (text: string) => ErrorCode | undefined;

interface Waiting {
  readonly resolve: (value: JsonValue) => void;
  readonly reject: (error: unknown) => void;
  readonly owner: object | undefined;
  /** Stops listening to the call's signal. */
  readonly release: (() => void) | undefined;
}

/** The guest's end of the channel: JSON-RPC 2.0 over one function that takes text. */
export class Wire {
  readonly #post: Post;
  readonly #bounds: PreludeBounds;
  readonly #waiting: Record<number, Waiting> = table();
  #pending = 0;
  #nextId = 1;

  constructor(post: Post, bounds: PreludeBounds) {
    this.#post = post;
    this.#bounds = bounds;
  }

  /**
   * Makes a call of the host; rejects with a host error, or with the signal's reason, and then the host is told to end it.
   *
   * @param owner In whose name it is made; see {@link giveUpOf}.
   */
  call(method: string, params: unknown, signal?: CallSignal, owner?: object): Promise<JsonValue> {
    return new PromiseOf<JsonValue>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#pending >= this.#bounds.pendingCalls) throw this.error("LIMIT_EXCEEDED", "Too many calls wait for an answer.", { limit: "pendingCalls", method });
      const id = this.#nextId++;
      this.#send(`"id":${id},"method":${stringifyJson(`${method}`)},"params":${stringifyJson(params) ?? "{}"}`);
      this.#waiting[id] = { resolve, reject, owner, release: signal === undefined ? undefined : this.#endWith(signal, id) };
      this.#pending++;
    });
  }

  /** Tells the host something; a message that may not leave is dropped. */
  notify(method: string, params: unknown): void {
    const text = `{"jsonrpc":"2.0","method":${stringifyJson(method)},"params":${stringifyJson(params)}}`;
    apply(this.#post, undefined, [text]);
  }

  /** Answers a request of the host's. A result that is no JSON, or that may not leave, becomes the error that says why. */
  answer(id: unknown, result: unknown): void {
    const text = result === undefined ? "null" : stringifyJson(result);
    if (text === undefined) throw new TypeErrorOf(`The result is not JSON: it is a ${typeof result}.`);
    this.#send(`"id":${stringifyJson(id)},"result":${text}`);
  }

  /** Answers a request of the host's with an error. */
  answerError(id: unknown, reply: ErrorReply): void {
    const data = stringifyJson(reply.data);
    this.#send(`"id":${stringifyJson(id)},"error":{"code":${reply.code},"message":${stringifyJson(reply.message)},"data":${data}}`);
  }

  /** Takes an answer of the host's. One that nobody waits for is dropped. */
  settle(answer: HostMessage): void {
    const waiting = typeof answer.id === "number" ? this.#waiting[answer.id] : undefined;
    if (waiting === undefined) return;
    delete this.#waiting[answer.id as number];
    this.#pending--;
    waiting.release?.();
    if (answer.error === undefined) waiting.resolve(answer.result ?? null);
    else waiting.reject(createHostError(answer.error));
  }

  /** Ends a call when a signal aborts; gives what stops listening. */
  #endWith(signal: CallSignal, id: number): () => void {
    const abort = (): void => this.#giveUp(id, signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  }

  /** Ends the calls that an owner waits for. */
  giveUpOf(owner: object, reason: unknown): void {
    for (const id in this.#waiting) if (this.#waiting[id]?.owner === owner) this.#giveUp(+id, reason);
  }

  /** Ends a call that nobody waits for any more; an answer that still comes is dropped. */
  #giveUp(id: number, reason: unknown): void {
    const waiting = this.#waiting[id];
    if (waiting === undefined) return;
    delete this.#waiting[id];
    this.#pending--;
    waiting.release?.();
    this.notify("call/cancel", { id });
    waiting.reject(reason);
  }

  /** An error of the registry as it crosses the wire. */
  reply(code: ErrorCode, message: string, details: ErrorDetails = {}): ErrorReply {
    return { code: this.#bounds.numbers[code] ?? -32_603, message, data: { code, ...details } };
  }

  /** An error of the registry as plugin code sees it. */
  error(code: ErrorCode, message: string, details: ErrorDetails = {}): Error {
    return createHostError(this.reply(code, message, details));
  }

  /**
   * The reply for a host error that plugin code let through, or undefined for anything else that was thrown. May throw: plugin
   * code can make anything look like a host error.
   */
  hostReply(thrown: unknown): ErrorReply | undefined {
    if (!isHostError(thrown) || !hasOwn(this.#bounds.numbers, thrown.code)) return undefined;
    const { code, number, details, message } = thrown;
    if (typeof number !== "number" || typeof message !== "string") return this.reply(code, "The plugin handed on an error of the host.");
    return { code: number, message, data: { ...details, code } };
  }

  #send(members: string): void {
    const refused = apply(this.#post, undefined, [`{"jsonrpc":"2.0",${members}}`]) as ErrorCode | undefined;
    if (refused !== undefined) throw this.error(refused, REFUSALS[refused] ?? "The message may not leave the sandbox.");
  }
}

const REFUSALS: { readonly [code in ErrorCode]?: string } = {
  MESSAGE_TOO_LARGE: "The message is larger than a message may be.",
  MESSAGE_TOO_DEEP: "The message is nested deeper than a message may be.",
  LIMIT_EXCEEDED: "There is not enough memory left to send the message.",
};

/** A message of the host's: what of it is its own, and not a prototype's that plugin code has changed. */
export interface HostMessage {
  readonly method?: string;
  readonly id?: unknown;
  readonly params?: unknown;
  readonly result?: JsonValue;
  readonly error?: ErrorReply;
}

/** Parses a message of the host's. */
export function parseMessage(text: string): HostMessage {
  return { __proto__: null, ...(parseJson(text) as HostMessage) } as HostMessage;
}
