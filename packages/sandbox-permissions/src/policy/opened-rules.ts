import { AmbitError, type NetworkRule } from "@ambit/api-types";
import { parseNetworkEntry } from "../network/parse-network-entry.ts";
import { capabilityTerms, type HostTerms } from "./host-terms.ts";

/**
 * The network rules that come with capabilities. What a capability implies is not looked at: hand in the closed list.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` for an entry that is no network entry.
 */
export function openedRules(capabilities: readonly string[], host: HostTerms): readonly NetworkRule[] {
  return capabilities.flatMap((id) => (capabilityTerms(host, id)?.opensNetwork ?? []).map((entry) => openedRule(id, entry)));
}

function openedRule(id: string, entry: string): NetworkRule {
  const read = parseNetworkEntry(entry);
  if (!read.ok) throw new AmbitError("HOST_CONFIG_INVALID", `The capability "${id}" cannot be taken: \`opensNetwork\`: "${entry}" ${read.message}.`);
  return read.rule;
}
