import { AmbitError } from "@ambit/api-types";

/** The error of a call whose signal has aborted: the reason itself where it is one of ours, else `CALL_CANCELLED`. */
export function endedBy(signal: AbortSignal): AmbitError {
  const reason: unknown = signal.reason;
  return AmbitError.isInstance(reason) ? reason : new AmbitError("CALL_CANCELLED", "The call was given up before it was answered.");
}

/** Throws when the call is over already. */
export function refuseIfEnded(signal: AbortSignal): void {
  if (signal.aborted) throw endedBy(signal);
}
