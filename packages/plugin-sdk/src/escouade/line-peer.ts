import type { JsonObject, JsonValue } from "@ambit/api-types";
import { isHostError } from "../error/host-error.ts";
import { programError } from "./program-error.ts";

/** Serves a request of the program's; what it gives is the result. */
export type ServeRequest = (method: string, params: JsonValue) => Promise<JsonValue>;

interface Waiting {
  readonly resolve: (result: JsonValue) => void;
  readonly reject: (error: Error) => void;
}

/** The host's end of JSON-RPC 2.0 with a program, one message a line. */
export class LinePeer {
  readonly #send: (line: string) => void;
  readonly #serve: ServeRequest;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | undefined;

  /** @param send gives the program a line. */
  constructor(send: (line: string) => void, serve: ServeRequest) {
    this.#send = send;
    this.#serve = serve;
  }

  /** Asks the program. Rejects with the error that it answers. */
  request(method: string, params: JsonValue): Promise<JsonValue> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  notify(method: string, params: JsonValue): void {
    if (this.#ended === undefined) this.#send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Ends every request under way, and each later one at once. */
  end(error: Error): void {
    this.#ended = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  /** Takes a line of the program's; false where it is no JSON, and so no message. */
  receive(line: string): boolean {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return false;
    }
    if (typeof message !== "object" || message === null) return false;
    void this.#take(message as JsonObject | readonly JsonObject[]);
    return true;
  }

  /** A batch is answered as a batch, once all of it is done. */
  async #take(message: JsonObject | readonly JsonObject[]): Promise<void> {
    const isBatch = Array.isArray(message);
    const all = isBatch ? (message as readonly JsonObject[]) : [message as JsonObject];
    const answers = (await Promise.all(all.map((each) => this.#answer(each)))).filter((answer) => answer !== undefined);
    if (answers.length > 0) this.#send(JSON.stringify(isBatch ? answers : answers[0]));
  }

  async #answer(message: JsonObject): Promise<JsonObject | undefined> {
    const { id, method, params } = message;
    if (typeof method !== "string") return void this.#settle(message);
    try {
      const result = await this.#serve(method, params ?? {});
      return id === undefined ? undefined : { jsonrpc: "2.0", id, result };
    } catch (error) {
      return id === undefined ? undefined : { jsonrpc: "2.0", id, error: replyOf(error) };
    }
  }

  #settle({ id, result, error }: JsonObject): void {
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(id as number);
    if (error === undefined) waiting.resolve(result ?? null);
    else waiting.reject(programError(error));
  }
}

function replyOf(error: unknown): JsonObject {
  if (!isHostError(error)) return { code: -32_603, message: String(error) };
  return { code: error.number, message: error.message, data: { ...(error.details as JsonObject), code: error.code } };
}
