import { type CallDefinition, callMethods, callTable, type CallNeed, findCall, type NetworkRule, type PermissionPolicy } from "@ambit/api-types";

/**
 * Names of the calls of the table that a policy allows in some form; the others are refused whatever their parameters.
 * For a guest's context: what is not granted is absent there.
 */
export function grantedCalls(policy: PermissionPolicy): readonly string[] {
  return callMethods.filter((method) => canEver(policy, (callTable[method] as CallDefinition).needs));
}

/** What the table does not have opens nothing. */
const unknown: CallNeed = { kind: "capability", id: "" };

function serves(rule: NetworkRule, protocol: "fetch" | "stream" | "ws" | "tcp"): boolean {
  if (rule.kind === "tcp" || protocol === "tcp") return rule.kind === protocol;
  return rule.kind !== "shared" || protocol !== "ws";
}

function canEver(policy: PermissionPolicy, needs: CallNeed): boolean {
  switch (needs.kind) {
    case "basic":
      return true;
    case "handle":
      return canEver(policy, findCall(needs.opener)?.needs ?? unknown);
    case "network":
      return policy.network.some((rule) => serves(rule, needs.protocol));
    case "files":
      return policy.files.some((rule) => rule.access === "write" || needs.access === "read");
    case "commands":
      return policy.commands.length > 0;
    case "secrets":
      return policy.secrets.length > 0;
    case "collections":
      return Object.keys(policy.storage).length > 0;
    case "capability":
      return policy.capabilities.includes(needs.id);
    default:
      return false;
  }
}
