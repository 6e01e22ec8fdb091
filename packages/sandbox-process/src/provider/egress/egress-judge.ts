import { AmbitError, type JudgeFacts, type PermissionPolicy, type SandboxLimits, defaultCeilings } from "@ambit/api-types";
import { compilePolicy, parseNetworkEntry } from "@ambit/sandbox-permissions";
import { type JudgeConnect, type ResolveName, policyConnectJudge } from "../../gate-proxy/connect-judge.ts";

/** Judges the connections of an instance by what it was made with. */
export type EgressJudge = (limits: SandboxLimits) => JudgeConnect;

/**
 * The judge of instances: that of a plugin which declared the same hosts. `open` is every public host; the local network and the host itself
 * are closed to it as they are to a plugin.
 */
export function egressJudge(resolve: ResolveName): EgressJudge {
  return (limits) => policyConnectJudge(egressPolicy(limits), noFacts, resolve);
}

/** A sandbox has no accounts, no shared processes and no roots of a plugin. */
const noFacts: JudgeFacts = { accounts: () => [], sharedPorts: () => [], platform: "linux", fenced: () => [], harnessRoots: () => ({}) };

/** @throws AmbitError `INVALID_PARAMS` that names the entry which is no host, or more than hosts. */
export function checkAllowHosts(limits: SandboxLimits): void {
  for (const entry of limits.allowHosts) {
    const read = parseNetworkEntry(entry);
    if (!read.ok) throw new AmbitError("INVALID_PARAMS", `allowHosts: ${entry} ${read.message}.`);
    if (read.rule.kind !== "host" && read.rule.kind !== "subdomains") throw new AmbitError("INVALID_PARAMS", `allowHosts: ${entry} is no host. Write api.example.dev, api.example.dev:8443 or *.example.dev.`);
  }
}

function egressPolicy({ egress, allowHosts }: SandboxLimits): PermissionPolicy {
  const network = egress === "open" ? [{ name: "*" }] : egress === "allowlist" ? allowHosts.map((name) => ({ name })) : [];
  return compilePolicy({ manifest: { id: "sandbox", version: "1.0.0", permissions: { network }, limits: {} }, removed: [], host: { roots: {}, ceilings: defaultCeilings } });
}
