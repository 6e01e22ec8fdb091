import type { ErrorReply, GuestInit } from "@ambit/api-types/guest";
import type { MessagePort } from "node:worker_threads";

/** First character of what a worker sends: says what the rest is. */
export const frameMark = {
  /** A message of the guest: an answer, a request or a notification. */
  message: "=",
  /** A request of the guest, whose thread blocks until it is answered. */
  ask: "@",
  /** Words of the worker itself, as JSON: {@link WorkerNote}. */
  note: "#",
} as const;

/** The one variable a worker may be started with: where Node keeps what it has compiled. */
export const CACHE_VARIABLE = "NODE_COMPILE_CACHE";

/** What a worker has to say of itself. */
export type WorkerNote =
  /** The engine's module is loaded; a guest can be made. `thread`: the system's number of the worker's thread, where it tells. */
  | { readonly note: "ready"; readonly thread?: number }
  /** The instance is over. `detail` has the stack; it stays on the host. */
  | { readonly note: "failed"; readonly error: ErrorReply; readonly detail: string };

/** What the host says to the worker itself; messages to its guest are plain strings. */
export type HostOrder =
  /** Make the guest, then hand it `first`. */
  | { readonly order: "start"; readonly init: GuestInit; readonly first: string }
  /** Get ready for the guest to come. */
  | { readonly order: "ready"; readonly image: unknown }
  /** Close what the guest holds, then end the thread. */
  | { readonly order: "end" };

/** What a worker is started with. */
export interface WorkerBoot {
  readonly memory: SharedArrayBuffer;
  /** Brings answers that are too large for the shared memory. */
  readonly answers: MessagePort;
  /** URL of the module that exports `createGuest`. */
  readonly guestModule: string;
  /** Guests do nothing between two messages, so the worker may sleep without an event loop. */
  readonly sleeps: boolean;
  /** A turn of the guest lasts until its microtasks are done. */
  readonly microtasks: boolean;
}

/** What a thread that several guests share is started with; its seats come one by one. */
export interface SharedBoot {
  readonly guestModule: string;
  readonly shared: true;
}

/** One more seat in a shared thread. */
export interface SharedSeatBoot {
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

/** Reads a worker's note; undefined where it is none. */
export function readWorkerNote(text: string): WorkerNote | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { note, error, detail, thread } = value as { note?: unknown; error?: unknown; detail?: unknown; thread?: unknown };
  if (note === "ready") return Number.isSafeInteger(thread) ? { note, thread: Number(thread) } : { note };
  // Its fields are read one by one, with checks, where the reply becomes an error again.
  if (note === "failed") return { note, error: error as ErrorReply, detail: typeof detail === "string" ? detail : "" };
  return undefined;
}
