import { isAbsolute } from "node:path";
import { AmbitError, type PermissionPolicy, type Preopen } from "@ambit/api-types";
import { buildPreopens, type RootMount } from "@ambit/sandbox-permissions";

/**
 * The folders that a module sees under a policy: one for each file rule whose root has a place in `roots`, read-only unless the
 * rule says write. A root that no rule names is nowhere, and a rule without a place gives nothing.
 *
 * @throws AmbitError `SAND_WASM_PREOPEN_DENIED` for a place that is no absolute path: what it means would depend on where the
 * host happens to run.
 */
export function buildWasiPreopens(policy: PermissionPolicy, roots: Readonly<Record<string, RootMount>> = {}): readonly Preopen[] {
  const preopens = buildPreopens(policy, roots);
  for (const { guestPath, hostPath } of preopens) {
    if (!isAbsolute(hostPath)) throw new AmbitError("SAND_WASM_PREOPEN_DENIED", `${guestPath} has no absolute folder on this host.`, { target: guestPath });
  }
  return preopens;
}
