import type { Socket } from "node:net";
import { AmbitError, type HeaderPair, type JudgedUrl, SOCKET_MESSAGE_BYTES } from "@ambit/api-types";
import { WebSocket } from "ws";
import { endedBy } from "../proxy/ended-call.ts";
import { handshakeFault } from "./socket-fault.ts";

/** Most frames of one message, and most pieces of one frame: each is an object, however few bytes it has. */
const mostPieces = 8192;

/** Milliseconds that the other side has to answer a close. */
export const CLOSE_MS = 2000;

/** Options of the library that its types do not have yet. */
interface ReceiverBounds {
  readonly maxFragments: number;
  readonly maxBufferedChunks: number;
  readonly closeTimeout: number;
}

/** What a handshake says. */
export interface Handshake {
  readonly url: JudgedUrl;
  readonly protocols: readonly string[];
  readonly headers: readonly HeaderPair[];
}

/**
 * Makes a WebSocket on a connection that stands already. Nothing of it is left to the library's choice: it dials nothing,
 * follows no redirect, compresses nothing and answers no ping by itself.
 */
export function startHandshake({ url, protocols, headers }: Handshake, connection: Socket): WebSocket {
  return new WebSocket(url.href, [...protocols], {
    createConnection: () => connection,
    headers: headerRecord(headers),
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: SOCKET_MESSAGE_BYTES,
    maxFragments: mostPieces,
    maxBufferedChunks: mostPieces,
    autoPong: false,
    closeTimeout: CLOSE_MS,
  } as WebSocket.ClientOptions & ReceiverBounds);
}

/**
 * Waits for the server's answer.
 *
 * @throws AmbitError `NETWORK_FAILED` for any answer but the right one; the signal's reason. The connection is closed then.
 */
export function handshakeDone(socket: WebSocket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      signal.removeEventListener("abort", giveUp);
      reject(signal.aborted ? endedBy(signal) : handshakeFault(error));
      socket.terminate();
    };
    const giveUp = (): void => fail(undefined);
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("error", fail);
    socket.once("unexpected-response", (_request, response) => fail(new AmbitError("NETWORK_FAILED", `The server did not open a WebSocket: it answered ${response.statusCode}.`)));
    socket.once("open", () => {
      signal.removeEventListener("abort", giveUp);
      socket.off("error", fail);
      resolve();
    });
    if (signal.aborted) giveUp();
  });
}

/** Headers in the form that the library takes: one value a name, as HTTP joins several. */
function headerRecord(pairs: readonly HeaderPair[]): Record<string, string> {
  const joined = new Map([["user-agent", "ambit"]]);
  const given = new Set<string>();
  for (const [name, value] of pairs) {
    const lower = name.toLowerCase();
    const before = given.has(lower) ? `${joined.get(lower)}${lower === "cookie" ? "; " : ", "}` : "";
    given.add(lower);
    joined.set(lower, `${before}${value}`);
  }
  return Object.fromEntries(joined);
}
