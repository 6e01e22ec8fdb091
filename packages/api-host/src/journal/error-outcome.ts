import { type AmbitError, errorRegistry, type JournalOutcome } from "@ambit/api-types";

const refusedNumbers: ReadonlySet<number> = new Set([errorRegistry.PERMISSION_DENIED.number, errorRegistry.REFUSED.number]);

/** How the journal counts what ended in an error: by the number of its code. */
export function errorOutcome({ code }: AmbitError): JournalOutcome {
  const { number } = errorRegistry[code];
  if (refusedNumbers.has(number)) return "refused";
  return number === errorRegistry.LIMIT_EXCEEDED.number ? "limited" : "failed";
}
