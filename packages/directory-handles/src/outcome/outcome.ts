import type { RefusalReason } from "./refusal.ts";
import { reasonOf } from "./system-refusal.ts";

/** What an operation came to: its value, or the reason why there is none. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: RefusalReason };

/** Runs `operation` and turns a `Refusal` or a system error that it throws into an `Outcome`. */
export function outcomeOf<T>(operation: () => T): Outcome<T> {
  try {
    return { ok: true, value: operation() };
  } catch (thrown) {
    return { ok: false, reason: reasonOf(thrown) };
  }
}
