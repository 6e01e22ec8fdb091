import type { JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { compilePolicy, type ManifestReading } from "@ambit/sandbox-permissions";
import type { CaseOutcome } from "../case-row.ts";
import { caseHost, readCaseManifest } from "../case-manifest.ts";

/** The policy that a person who takes nothing away gives a plugin. */
export function policyOf(reading: Extract<ManifestReading, { readonly ok: true }>, removed: readonly string[] = []): PermissionPolicy {
  return compilePolicy({ manifest: reading.manifest, removed, host: caseHost });
}

/** The policy for some permissions and limits, or what the manifest is refused for. */
export function policyFor(permissions: Readonly<Record<string, unknown>>, limits: unknown = {}): PermissionPolicy | { readonly refused: string } {
  const reading = readCaseManifest({ permissions, limits });
  return reading.ok ? policyOf(reading) : { refused: firstMessage(reading) };
}

/** The first issue of a manifest that was refused. */
export function firstMessage(reading: ManifestReading): string {
  return reading.ok ? "" : (reading.issues[0]?.message ?? "");
}

/** Facts of a host without accounts, servers, fences or harness. */
export const plainFacts: JudgeFacts = {
  platform: "linux",
  accounts: () => [],
  sharedPorts: () => [],
  fenced: () => [],
  harnessRoots: () => ({}),
};

/** The outcome of a row that the judge decides: its codes in the words of the cases. */
export function judged(decision: { readonly allowed: boolean; readonly code?: string; readonly reason?: string }): Extract<CaseOutcome, { readonly decision: unknown }> {
  if (decision.allowed) return { decision: "allow", detail: "allowed by the judge" };
  return { decision: decision.code === "INVALID_PARAMS" ? "error" : "deny", detail: decision.reason ?? "" };
}
