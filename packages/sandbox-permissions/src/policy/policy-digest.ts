import { createHash } from "node:crypto";
import type { PermissionPolicy } from "@ambit/api-types";

/** Set before the hashed text: no digest of anything else, or of another form of policy, can be this one. */
const DOMAIN = "ambit.permission-policy.v1\0";

/** SHA-256 over a policy in canonical JSON, in hexadecimal. */
export function policyDigest(policy: Omit<PermissionPolicy, "digest">): string {
  return createHash("sha256").update(DOMAIN).update(canonicalJson(policy)).digest("hex");
}

/** JSON with sorted keys and without spaces: one text for one value. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(",")}}`;
}
