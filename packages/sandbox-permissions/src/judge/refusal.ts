import type { Decision } from "@ambit/api-types";

/** A decision that refuses. */
export type Refusal = Extract<Decision, { readonly allowed: false }>;

/** The policy does not allow the call. `reason`: one sentence for the guest, without paths, addresses or secrets. */
export function denied(target: string, reason: string): Refusal {
  return { allowed: false, code: "PERMISSION_DENIED", target, reason };
}

/** The call is malformed, whatever the policy says. */
export function malformed(target: string, reason: string): Refusal {
  return { allowed: false, code: "INVALID_PARAMS", target, reason };
}
