import { type PermissionPolicy, callMethods, callTable } from "@ambit/api-types";
export function grantedCalls(policy: PermissionPolicy): readonly string[] {
  void policy;
  return callMethods.filter((m) => callTable[m].needs.kind === "basic");
}
