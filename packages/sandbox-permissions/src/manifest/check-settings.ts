import { plainNameSchema } from "@ambit/api-types";
import type { CheckContext } from "./check-permissions.ts";
import { type JsonNode, memberOf, textOf } from "./json-node.ts";

/** Checks what stands beside JSON Schema in the properties of `config`: which setting is a secret, and whose it is. */
export function checkSettings(context: CheckContext): void {
  const properties = memberOf(memberOf(context.root, "config")?.node, "properties")?.node;
  if (properties?.kind !== "object") return;
  for (const [name, { node }] of properties.members) checkSetting(context, name, node);
}

function checkSetting({ root, issues }: CheckContext, name: string, setting: JsonNode): void {
  const path = ["config", "properties", name];
  const secret = memberOf(setting, "secret")?.node;
  const org = memberOf(setting, "org")?.node;
  if (secret !== undefined && !(secret.kind === "scalar" && typeof secret.value === "boolean")) issues.addAt(root, [...path, "secret"], "must be true or false");
  else if (secret?.kind === "scalar" && secret.value === true && textOf(memberOf(setting, "type")?.node) !== "string") issues.addAt(root, [...path, "secret"], 'is for a setting of the type "string"');
  else if (secret?.kind === "scalar" && secret.value === true && !plainNameSchema.safeParse(name).success) issues.addAt(root, path, "is no name for a secret: 1 to 64 of letters, digits and . _ : -, starting with a letter", true);
  if (org !== undefined && !["readonly", "override"].includes(textOf(org) ?? "")) issues.addAt(root, [...path, "org"], 'must be "readonly" or "override"; without it no organisation sees the setting');
}
