import type { CallDefinition, Decision, JsonObject, JudgedCall, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { judgeCommand } from "../commands/judge-command.ts";
import { judgeFile } from "../files/judge-file.ts";
import { judgeNetwork } from "../network/judge-network.ts";
import { nameTarget } from "./journal-target.ts";
import { denied, malformed } from "./refusal.ts";

const basic = { kind: "basic" } as const;

/**
 * Judges one call. Pure: opens nothing, resolves nothing, and says the same for the same input. What is not allowed by
 * the policy is refused; so is what the judge does not know.
 *
 * @param call Its parameters are valid by the definition's schema.
 * @param definition The call's entry of the table, or of a capability.
 */
export function judge(policy: PermissionPolicy, call: JudgedCall, definition: CallDefinition, facts: JudgeFacts): Decision {
  const needs = definition.needs;
  const params = (typeof call.params === "object" && call.params !== null ? call.params : {}) as JsonObject;
  switch (needs.kind) {
    case "network":
      return judgeNetwork(policy, needs.protocol, params, facts);
    case "files":
      return judgeFile(policy, needs.access, params, facts);
    case "commands":
      return judgeCommand(policy, params, facts);
    case "secrets":
      return judgeName(policy.secrets, params["name"], "secret", "secrets");
    case "collections":
      return judgeName(Object.keys(policy.storage), params["collection"], "collection", "storage");
    case "capability":
      return judgeName(policy.capabilities, needs.id, "capability", "capabilities");
    case "basic":
    case "handle":
      return { allowed: true, target: "", grant: basic };
    default:
      return denied("", "The host does not know what this call needs.");
  }
}

function judgeName(granted: readonly string[], name: unknown, noun: string, section: string): Decision {
  if (typeof name !== "string") return malformed("", `The call names no ${noun}.`);
  const target = nameTarget(name);
  if (granted.includes(name)) return { allowed: true, target, grant: basic };
  return denied(target, `This ${noun} is not among those the plugin was granted: declare it in permissions.${section}.`);
}
