import { capabilityTerms, type HostTerms } from "./host-terms.ts";

/** The capabilities given and all that they imply, in however many steps; sorted. */
export function closeImplications(ids: readonly string[], host: HostTerms): readonly string[] {
  const closed = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (closed.has(id)) continue;
    closed.add(id);
    waiting.push(...(capabilityTerms(host, id)?.implies ?? []));
  }
  return [...closed].sort();
}
