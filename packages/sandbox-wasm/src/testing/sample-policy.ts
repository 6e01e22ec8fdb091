import { defaultCeilings, type LimitName, type PermissionPolicy, type PermissionsDeclaration } from "@ambit/api-types";
import { compilePolicy } from "@ambit/sandbox-permissions";

/** The roots that the tests' host offers. */
const roots = { workspace: { access: "write" }, docs: { access: "read" }, out: { access: "write" } } as const;

/** A policy as a host would compile it from a manifest with these permissions and limits. */
export function samplePolicy(permissions: PermissionsDeclaration = {}, limits: Readonly<Partial<Record<LimitName, number>>> = {}): PermissionPolicy {
  return compilePolicy({ manifest: { id: "sample", version: "1.0.0", permissions, limits }, removed: [], host: { roots, ceilings: defaultCeilings } });
}
