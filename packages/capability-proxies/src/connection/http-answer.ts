import { setImmediate } from "node:timers/promises";
import type { Readable } from "node:stream";
import type { HeaderPair, JournalNote } from "@ambit/api-types";
import type { Dispatcher } from "undici";
import type { AnswerEnd } from "./answer-ends.ts";
import { networkFailed } from "./network-fault.ts";

/** The answer to one request: its head, and its body as it comes. */
export class HttpAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderPair[];
  /** As sent, its codings not undone. Whoever has the answer destroys it. */
  readonly body: Readable;
  /** What a reader of the journal must know of how it came. */
  readonly note: JournalNote | undefined;
  readonly #end: AnswerEnd;

  constructor(response: Dispatcher.ResponseData, end: AnswerEnd, note: JournalNote | undefined) {
    this.status = response.statusCode;
    this.statusText = response.statusText;
    this.headers = Object.entries(response.headers).flatMap(([name, value]) => (Array.isArray(value) ? value : [value ?? ""]).map((one): HeaderPair => [name, one]));
    this.body = response.body;
    // A body that breaks while nobody reads it must not end the host: whoever reads it is told all the same.
    this.body.on("error", () => undefined);
    this.note = note;
    this.#end = end;
  }

  /** The value of a header, those of one name joined; empty where there is none. */
  header(name: string): string {
    return this.headers.filter(([one]) => one === name).map(([, value]) => value).join(",");
  }

  /**
   * Done when all is read that follows the body, and the connection is free for the next call: one turn of the event loop.
   *
   * @throws AmbitError `NETWORK_FAILED` where more followed than the server had announced.
   */
  async afterBody(): Promise<void> {
    await setImmediate();
    if (this.#end.overrun) throw networkFailed("malformed");
  }
}
