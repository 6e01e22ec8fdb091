import { AmbitError, type HeaderPair, type JsonObject, type JsonValue } from "@ambit/api-types";
import { setTimeout as pause } from "node:timers/promises";

/** A host's side of `net/fetch` that answers every request with a stream of the same pieces. */
export class HostStreams {
  /** The calls that came, by name. */
  readonly asked: string[] = [];
  /** Bodies of the requests that came with one. */
  readonly bodies: string[] = [];
  readonly #pieces: readonly string[];
  readonly #endless: boolean;
  readonly #left = new Map<number, string[]>();
  #last = 0;

  /** @param endless The server says no more after the pieces, and does not end either. */
  constructor(pieces: readonly string[], endless: boolean = false) {
    this.#pieces = pieces;
    this.#endless = endless;
  }

  /** Opens a stream and gives the answer that names it. */
  head(status: number, headers: HeaderPair[]): JsonValue {
    this.#left.set(++this.#last, [...this.#pieces]);
    return { status, statusText: "", headers: headers.map(([name, value]) => [name, value]), body: "", encoding: "utf8", stream: this.#last };
  }

  readonly answer = async (method: string, params: JsonObject): Promise<JsonValue> => {
    this.asked.push(method);
    if (method === "net/fetch") {
      if (params["body"] !== undefined) this.bodies.push(Buffer.from(String(params["body"]), params["bodyEncoding"] === "base64" ? "base64" : "utf8").toString());
      return this.head(200, []);
    }
    const stream = Number(params["stream"]);
    const left = this.#left.get(stream);
    if (left === undefined) throw new AmbitError("UNKNOWN_HANDLE", "It is not open.");
    if (method === "stream/close") {
      this.#left.delete(stream);
      return {};
    }
    const next = left.shift();
    if (next === undefined && this.#endless) await pause(50);
    if (next === undefined && !this.#endless) this.#left.delete(stream);
    return { data: Buffer.from(next ?? "").toString("base64"), encoding: "base64", done: next === undefined && !this.#endless };
  };
}
