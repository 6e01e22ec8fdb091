import { closeImplications } from "../policy/close-implications.ts";
import { hookGates, mayHandle } from "../policy/hook-gates.ts";
import { presentCapability } from "../policy/host-terms.ts";
import type { CheckContext } from "./check-permissions.ts";
import { itemsOf, type JsonNode, memberOf, textOf } from "./json-node.ts";

/** A hook that a capability of the host stands before needs it among the declared ones; otherwise it would never be asked. */
export function checkHookCapabilities({ root, issues, host }: CheckContext): void {
  if (host === undefined) return;
  const declared = itemsOf(memberOf(memberOf(root, "permissions")?.node, "capabilities")?.node).flatMap((entry) => idOf(entry) ?? []);
  const capabilities = closeImplications(declared.flatMap((id) => presentCapability(host, id) ?? []), host);
  itemsOf(memberOf(root, "hooks")?.node).forEach((hook, at) => {
    const name = textOf(memberOf(hook, "name")?.node);
    if (name === undefined || mayHandle(name, capabilities, host)) return;
    const gates = hookGates(name, host).map((id) => JSON.stringify(id));
    issues.addAt(root, ["hooks", at, "name"], `${JSON.stringify(name)} needs the capability ${gates.join(" or ")}: declare it in permissions.capabilities`);
  });
}

function idOf(entry: JsonNode): string | undefined {
  return textOf(entry) ?? textOf(memberOf(entry, "id")?.node);
}
