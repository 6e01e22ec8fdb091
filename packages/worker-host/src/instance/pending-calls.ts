import type { JsonValue, SandboxCallOptions } from "@ambit/api-types";
import { ABANDONED_CALLS } from "../channel/channel-bounds.ts";

/** A call into the guest that waits for its answer. */
export interface PendingCall {
  readonly id: number;
  readonly method: string;
  /** Number of its message, to tell whether the guest has begun on it. */
  readonly message: number;
  /** Milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (value: JsonValue) => void;
  readonly reject: (error: Error) => void;
  /** Stops listening to the caller's signal. */
  readonly release: () => void;
  /** Who made it, and what they want to hear on the way. */
  readonly options: SandboxCallOptions;
}

/** The calls under way in one guest, oldest first; all have the same time, so the oldest is due first. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>();
  readonly #abandoned = new Set<number>();
  #issued = 0;
  #answered = 0;

  get size(): number {
    return this.#calls.size;
  }

  /** Calls issued so far. */
  get issued(): number {
    return this.#issued;
  }

  /** Calls the guest has answered so far. */
  get answered(): number {
    return this.#answered;
  }

  /** The number of the next call. */
  nextId(): number {
    return ++this.#issued;
  }

  add(call: PendingCall): void {
    this.#calls.set(call.id, call);
  }

  /** The call that is due first. */
  oldest(): PendingCall | undefined {
    for (const call of this.#calls.values()) return call;
    return undefined;
  }

  /** The call of an id, where its caller still waits. */
  find(id: number): PendingCall | undefined {
    return this.#calls.get(id);
  }

  /** Takes the call that an answer is for. `late`: its caller has gone. `unknown`: nobody asked. */
  takeAnswered(id: unknown): PendingCall | "late" | "unknown" {
    if (typeof id !== "number") return "unknown";
    const call = this.#calls.get(id);
    if (call === undefined) return this.#abandoned.delete(id) ? "late" : "unknown";
    this.#calls.delete(id);
    this.#answered++;
    call.release();
    return call;
  }

  /** Ends one call though the guest has not answered; its late answer will be dropped. */
  abandon(call: PendingCall, error: Error): void {
    if (!this.#calls.delete(call.id)) return;
    this.#abandoned.add(call.id);
    if (this.#abandoned.size > ABANDONED_CALLS) this.#abandoned.delete(first(this.#abandoned));
    call.release();
    call.reject(error);
  }

  /** Ends every call. */
  rejectAll(error: Error): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) {
      call.release();
      call.reject(error);
    }
  }
}

function first(ids: ReadonlySet<number>): number {
  for (const id of ids) return id;
  return 0;
}
