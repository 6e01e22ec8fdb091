import type { SandboxCallOptions } from "@ambit/api-types";

/** One question that waits for its answer. */
export interface WaitingCall {
  /** Who asked, where notices of the call are for them. */
  readonly options?: SandboxCallOptions;
  resolve(text: string): void;
  reject(error: Error): void;
  readonly timer: NodeJS.Timeout;
}

/** Answers that may still come for calls given up, and are dropped. */
const ABANDONED = 1024;

/** What was asked of a process and not answered yet. */
export class CallLedger {
  readonly #waiting = new Map<number, WaitingCall>();
  readonly #abandoned = new Set<number>();
  #last = 0;

  get size(): number {
    return this.#waiting.size;
  }

  /** Who waits for a call; nobody where it is over. */
  callerOf(id: number): SandboxCallOptions | undefined {
    return this.#waiting.get(id)?.options;
  }

  nextId(): number {
    this.#last = this.#last === 0xffff_ffff ? 1 : this.#last + 1;
    return this.#last;
  }

  add(id: number, call: WaitingCall): void {
    this.#waiting.set(id, call);
  }

  /** Settles a call. False where nobody asked; an answer to a call given up is dropped. */
  take(id: number, settle: (call: WaitingCall) => void): boolean {
    const call = this.#waiting.get(id);
    if (call === undefined) return this.#abandoned.delete(id);
    this.#remove(id, call);
    settle(call);
    return true;
  }

  /** Ends one call; its answer may still come. */
  abandon(id: number, error: Error): void {
    const call = this.#waiting.get(id);
    if (call === undefined) return;
    this.#remove(id, call);
    this.#abandoned.add(id);
    const [oldest] = this.#abandoned;
    if (this.#abandoned.size > ABANDONED && oldest !== undefined) this.#abandoned.delete(oldest);
    call.reject(error);
  }

  rejectAll(error: Error): void {
    for (const [id, call] of this.#waiting) {
      this.#remove(id, call);
      call.reject(error);
    }
  }

  #remove(id: number, call: WaitingCall): void {
    clearTimeout(call.timer);
    this.#waiting.delete(id);
  }
}
