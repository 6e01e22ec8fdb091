import { AbortController, AbortSignal, useTimers } from "./abort/abort-signal.ts";
import { Event, EventTarget } from "./abort/event-target.ts";
import { createConsole } from "./console/console.ts";
import { completeCrypto } from "./crypto/complete-crypto.ts";
import type { Log } from "./console/log.ts";
import { createFetch } from "./fetch/fetch.ts";
import { Headers } from "./fetch/headers.ts";
import { Request } from "./fetch/request.ts";
import { Response } from "./fetch/response.ts";
import { createRandom } from "./random/seeded-random.ts";
import { defineStreams } from "./streams/lazy-streams.ts";
import type { Timers } from "./timers/timers.ts";
import { completeUrl } from "./url/complete-url.ts";
import { URLSearchParams } from "./url/url-search-params.ts";
import { CloseEvent, MessageEvent } from "./web-socket/socket-events.ts";
import { useCalls, WebSocket } from "./web-socket/web-socket.ts";
import type { Wire } from "./wire/wire.ts";

/** What the global interfaces stand on. */
export interface GlobalParts {
  readonly wire: Wire;
  readonly log: Log;
  readonly timers: Timers;
}

/**
 * Puts the standard interfaces on the global object. Returns what has to run once in each instance, since instances start
 * from one image of the memory: a seed and a clock of their own.
 */
export function installGlobals({ wire, log, timers }: GlobalParts): () => void {
  const set = (callback: unknown, ms: unknown, ...values: unknown[]): number => timers.set(callback, ms, values, false);
  const clear = (id: unknown): void => timers.clear(id);
  completeUrl();
  completeCrypto();
  useCalls((method, params) => wire.call(method, params));
  useTimers((callback, ms) => set(callback, ms));
  // Memory is shared with nobody here, and a plugin that finds this expects threads.
  delete (globalThis as { SharedArrayBuffer?: unknown }).SharedArrayBuffer;
  defineStreams();
  define({
    console: createConsole(log),
    fetch: createFetch((method, params, signal) => wire.call(method, params, signal)),
    Headers,
    Request,
    Response,
    URLSearchParams,
    AbortController,
    AbortSignal,
    Event,
    EventTarget,
    MessageEvent,
    CloseEvent,
    WebSocket,
    setTimeout: set,
    clearTimeout: clear,
    setInterval: (callback: unknown, ms: unknown, ...values: unknown[]): number => timers.set(callback, ms, values, true),
    clearInterval: clear,
  });
  return () => {
    const started = Date.now();
    Math.random = createRandom(crypto.getRandomValues(new Uint32Array(4)));
    define({ performance: Object.freeze({ timeOrigin: started, now: () => Date.now() - started }) });
  };
}

function define(globals: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(globals)) Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}
