import { type CallDefinition, callTable, type CallMethod, type Decision, defaultCeilings, findCall, type JsonObject, type JudgeFacts, manifestSchema, type PermissionPolicy, type PluginManifest } from "@ambit/api-types";
import { judge } from "../judge/judge.ts";
import { compilePolicy } from "../policy/compile-policy.ts";
import type { HostTerms } from "../policy/host-terms.ts";

/** A host with the roots that the rules name, one of them sensitive. */
export const sampleHost: HostTerms = {
  roots: { workspace: { access: "write" }, agent: { access: "write" }, docs: { access: "read" }, agentHome: { access: "write", sensitive: true } },
  ceilings: defaultCeilings,
  capabilities: { "content:read": { label: "Reads your articles" }, "content:write": { implies: ["content:read"] }, "content:admin": { implies: ["content:write"] } },
};

/** A policy for permissions as a manifest writes them. */
export function samplePolicy(permissions: Readonly<Record<string, unknown>>, removed: readonly string[] = [], host: HostTerms = sampleHost): PermissionPolicy {
  return compilePolicy({ manifest: sampleManifest({ permissions }), removed, host });
}

/** A manifest with what every one must have, and some fields more. */
export function sampleManifest(fields: Readonly<Record<string, unknown>>): PluginManifest {
  return manifestSchema.parse({ id: "sample", version: "1.0.0", publisher: "Example", api: 1, run: { js: "run.js" }, ...fields });
}

/** Facts of a host without accounts, servers, fences or harness. */
export const sampleFacts: JudgeFacts = { platform: "linux", accounts: () => [], sharedPorts: () => [], fenced: () => [], harnessRoots: () => ({}) };

/** Judges a call of the table. */
export function judgeCall(policy: PermissionPolicy, method: CallMethod, params: JsonObject, facts: Partial<JudgeFacts> = {}): Decision {
  const definition = findCall(method);
  if (definition === undefined) throw new Error(`no call ${method}`);
  return judge(policy, { method, params }, definition, { ...sampleFacts, ...facts });
}

/** The definition of a call that the table may lack: what the judge reads of it. */
export function definitionWith(needs: CallDefinition["needs"]): CallDefinition {
  return { ...(callTable["net/fetch"] as CallDefinition), method: "sample", needs };
}

/** A decision in one word. */
export function outcomeOf(decision: Decision): "allowed" | "denied" | "malformed" {
  if (decision.allowed) return "allowed";
  return decision.code === "INVALID_PARAMS" ? "malformed" : "denied";
}
