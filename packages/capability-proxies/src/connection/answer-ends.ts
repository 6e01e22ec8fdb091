import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { isParserError } from "./network-fault.ts";

/** How the end of one answer turned out. */
export interface AnswerEnd {
  /** The server went on sending after the end that its own headers announced. */
  overrun: boolean;
}

/**
 * Notices a server that sends more than the length it announced. The HTTP client gives such an answer out as whole and breaks
 * the connection over the rest; here the two are brought together again. The client reads on in the same breath in which it
 * ends an answer, so an error that a socket has right after an answer's end belongs to that answer.
 */
export class AnswerEnds {
  #justEnded: AnswerEnd | undefined;

  /** Watches the end of one call's answer. */
  watch(end: AnswerEnd): Dispatcher.DispatcherComposeInterceptor {
    return (dispatch) => (options, handler) =>
      dispatch(options, {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onRequestUpgrade: (controller, status, headers, socket) => handler.onRequestUpgrade?.(controller, status, headers, socket),
        onResponseStart: (controller, status, headers, message) => handler.onResponseStart?.(controller, status, headers, message),
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => {
          this.#ended(end);
          handler.onResponseEnd?.(controller, trailers);
        },
        onResponseError: (controller, error) => handler.onResponseError?.(controller, error),
      });
  }

  /** Watches a connection. */
  attach(socket: Socket): void {
    socket.on("error", (error: NodeJS.ErrnoException) => {
      const afterTheEnd = isParserError(error) || error.code === "UND_ERR_SOCKET";
      if (this.#justEnded !== undefined && afterTheEnd) this.#justEnded.overrun = true;
    });
  }

  #ended(end: AnswerEnd): void {
    this.#justEnded = end;
    // The socket's error comes with the next tick that is queued after this one.
    process.nextTick(() => process.nextTick(() => this.#forget(end)));
  }

  #forget(end: AnswerEnd): void {
    if (this.#justEnded === end) this.#justEnded = undefined;
  }
}
