import type { Dispatcher } from "undici";

/** Chunks of this many bytes or more are passed on as they are. */
const largeBytes = 4096;

type DataController = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseData"]>>[0];

/**
 * Puts small chunks of an answer's body together before they are queued. A server can send one byte a chunk; each would be an
 * object of some hundred bytes, and queues count bytes. What came in one read of the socket is passed on in the same turn of
 * the event loop, so nothing waits.
 */
export const gatherChunks: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const gathered = new GatheredChunk();
  const passOn = (controller: DataController): void => {
    const chunk = gathered.take();
    if (chunk !== undefined) handler.onResponseData?.(controller, chunk);
  };
  return dispatch(options, {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onRequestUpgrade: (controller, status, headers, socket) => handler.onRequestUpgrade?.(controller, status, headers, socket),
    onResponseStart: (controller, status, headers, message) => handler.onResponseStart?.(controller, status, headers, message),
    onResponseData: (controller, chunk) => {
      if (!gathered.fits(chunk)) passOn(controller);
      if (chunk.length >= largeBytes) return handler.onResponseData?.(controller, chunk);
      if (gathered.isEmpty) queueMicrotask(() => passOn(controller));
      gathered.add(chunk);
    },
    onResponseEnd: (controller, trailers) => {
      passOn(controller);
      handler.onResponseEnd?.(controller, trailers);
    },
    onResponseError: (controller, error) => {
      passOn(controller);
      handler.onResponseError?.(controller, error);
    },
  });
};

/** Small chunks in one. */
class GatheredChunk {
  #chunk: Buffer | undefined;
  #length = 0;

  get isEmpty(): boolean {
    return this.#chunk === undefined;
  }

  fits(chunk: Buffer): boolean {
    return this.isEmpty || (chunk.length < largeBytes && this.#length + chunk.length <= 2 * largeBytes);
  }

  /** The first is kept as it is, since mostly none follows. */
  add(chunk: Buffer): void {
    if (this.#chunk === undefined) {
      this.#chunk = chunk;
      this.#length = chunk.length;
      return;
    }
    if (this.#length === this.#chunk.length) {
      const larger = Buffer.allocUnsafeSlow(2 * largeBytes);
      this.#chunk.copy(larger);
      this.#chunk = larger;
    }
    chunk.copy(this.#chunk, this.#length);
    this.#length += chunk.length;
  }

  take(): Buffer | undefined {
    const chunk = this.#chunk?.subarray(0, this.#length);
    this.#chunk = undefined;
    return chunk;
  }
}
