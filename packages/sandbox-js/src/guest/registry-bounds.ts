import { errorCodes, errorRegistry, LOG_MESSAGE_BYTES, PENDING_CALLS, TIMERS_AT_ONCE } from "@ambit/api-types/guest";
import type { PreludeBounds } from "../prelude/prelude-bounds.ts";

/** What the prelude is told of the registries. */
export function preludeBounds(): PreludeBounds {
  const numbers = Object.fromEntries(errorCodes.map((code) => [code, errorRegistry[code].number]));
  return { pendingCalls: PENDING_CALLS, timersAtOnce: TIMERS_AT_ONCE, logUnits: LOG_MESSAGE_BYTES, numbers };
}
