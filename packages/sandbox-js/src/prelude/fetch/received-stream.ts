import type { StreamReadParams, WaitingReadResult } from "@ambit/api-types";
import type { ReadableByteStreamController, ReadableStream } from "web-streams-polyfill";
import type { AbortSignal } from "../abort/abort-signal.ts";
import { streams } from "../streams/lazy-streams.ts";
import { fromBase64 } from "./base64.ts";
import type { HostCall } from "./fetch.ts";

/** The signal stays with a body until it has ended. */
export type BodySignal = AbortSignal | null;

/** Closes on the host what plugin code has dropped without reading it to its end. */
const Dropped: typeof FinalizationRegistry = FinalizationRegistry;

/** Makes the body of an answer that the host reads on for as long as somebody reads here: nothing is asked for before it is wanted. */
export function receivedStream(call: HostCall, stream: number, signal: BodySignal): ReadableStream<Uint8Array> {
  const body = new ReceivedBody(call, stream, signal);
  const { ReadableStream: Stream } = streams();
  const made = new Stream<Uint8Array>({ type: "bytes", start: (controller) => body.start(controller), pull: (controller) => body.pull(controller), cancel: () => body.close() }, { highWaterMark: 0 });
  dropped.register(made, body, body);
  return made;
}

type Controller = Pick<ReadableByteStreamController, "enqueue" | "close" | "error" | "byobRequest">;

class ReceivedBody {
  readonly #call: HostCall;
  readonly #stream: number;
  readonly #signal: BodySignal;
  #abort: (() => void) | undefined;

  constructor(call: HostCall, stream: number, signal: BodySignal) {
    this.#call = call;
    this.#stream = stream;
    this.#signal = signal;
  }

  start(controller: Controller): void {
    // By a weak reference: a signal that lives long must not keep every body alive.
    const held = new WeakRef(controller);
    this.#abort = () => {
      held.deref()?.error(this.#signal?.reason);
      void this.close();
    };
    this.#signal?.addEventListener("abort", this.#abort, { once: true });
  }

  /** Reads until something came: a piece, the end, or a failure. */
  async pull(controller: Controller): Promise<void> {
    const params: StreamReadParams = { stream: this.#stream, encoding: "base64" };
    for (;;) {
      const { data, done } = (await this.#read(params)) as WaitingReadResult;
      if (data !== "") controller.enqueue(fromBase64(data) as Uint8Array<ArrayBuffer>);
      if (done) {
        this.#end();
        controller.close();
        controller.byobRequest?.respond(0);
      }
      if (done || data !== "") return;
    }
  }

  /** Ends the stream on the host; one that has ended already is no failure. */
  async close(): Promise<void> {
    this.#end();
    await this.#call("stream/close", { stream: this.#stream }).catch(() => undefined);
  }

  async #read(params: StreamReadParams): Promise<unknown> {
    try {
      return await this.#call("stream/read", params as never, this.#signal ?? undefined);
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  #end(): void {
    dropped.unregister(this);
    if (this.#abort !== undefined) this.#signal?.removeEventListener("abort", this.#abort);
  }
}

const dropped: FinalizationRegistry<ReceivedBody> = new Dropped((body) => void body.close());
