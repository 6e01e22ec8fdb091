import type { JSValueHandle } from "quickjs-wasi";

/** Rejections kept until a run's end; further ones are not reported. */
const MOST = 32;

/** Remembers the promises that were rejected and that nobody handles, until the run in which it happened is over. */
export class UnhandledRejections {
  readonly #kept: Map<number, { readonly promise: JSValueHandle; readonly reason: JSValueHandle }> = new Map();

  /** The engine's notice that a promise was rejected without a handler, or has got one after all. */
  notice(promise: JSValueHandle, reason: JSValueHandle, isHandled: boolean): void {
    const id = promise.identity;
    if (isHandled) this.#forget(id);
    else if (this.#kept.size < MOST && !this.#kept.has(id)) this.#kept.set(id, { promise: promise.dup(), reason: reason.dup() });
  }

  /** Hands over the reasons of all that are still unhandled, and forgets them. */
  report(take: (reason: JSValueHandle) => void): void {
    for (const [id, { reason }] of Array.from(this.#kept)) {
      take(reason);
      this.#forget(id);
    }
  }

  #forget(id: number): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    this.#kept.delete(id);
    kept.promise.dispose();
    kept.reason.dispose();
  }
}
