import { AmbitError, type BackendSupport, type LimitName, type RunForm, type RunKind, type SandboxSpec } from "@ambit/api-types";

/** Limits that bind every guest, whatever it calls; a backend must enforce them all. */
const bindingLimits: readonly LimitName[] = ["callSeconds", "cpuMillis", "memoryMb", "hostCalls"];

/**
 * Refuses a plugin that a backend cannot run within its limits.
 *
 * @throws AmbitError `BACKEND_UNAVAILABLE`, `LIMIT_UNSUPPORTED`.
 */
export function checkSupport(name: string, supports: BackendSupport, spec: SandboxSpec): void {
  const kind = runKind(spec.run);
  if (!supports.runs.includes(kind)) {
    throw new AmbitError("BACKEND_UNAVAILABLE", `The backend \`${name}\` does not run plugins of the form \`${kind}\`.`);
  }
  for (const limit of bindingLimits) {
    if (!supports.limits.includes(limit)) {
      throw new AmbitError("LIMIT_UNSUPPORTED", `The backend \`${name}\` cannot enforce \`${limit}\`.`, { limit });
    }
  }
}

function runKind(run: RunForm): RunKind {
  return "js" in run ? "js" : `wasm:${run.abi}`;
}
