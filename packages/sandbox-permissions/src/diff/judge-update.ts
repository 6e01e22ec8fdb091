import type { PermissionPolicy, PluginManifest } from "@ambit/api-types";
import { diffPolicies } from "./diff-policies.ts";

/** One version of a plugin: who publishes it and what it would be allowed, lines taken away left out. */
export interface PluginVersion {
  readonly manifest: Pick<PluginManifest, "id" | "publisher">;
  readonly policy: PermissionPolicy;
}

/** Whether a new version may replace the one that a person agreed to. */
export type UpdateDecision =
  | { readonly goesIn: true }
  /** Another publisher, or another plugin: what was agreed to is void, and everything is asked again. */
  | { readonly goesIn: false; readonly because: "publisher" | "plugin" }
  | { readonly goesIn: false; readonly because: "widens"; readonly widenings: readonly string[] };

/** Judges an update: it goes in without a new consent only where publisher and plugin are the same and it widens nothing. */
export function judgeUpdate(old: PluginVersion, updated: PluginVersion): UpdateDecision {
  if (old.manifest.id !== updated.manifest.id) return { goesIn: false, because: "plugin" };
  if (old.manifest.publisher !== updated.manifest.publisher) return { goesIn: false, because: "publisher" };
  const { widens, widenings } = diffPolicies(old.policy, updated.policy);
  return widens ? { goesIn: false, because: "widens", widenings } : { goesIn: true };
}
