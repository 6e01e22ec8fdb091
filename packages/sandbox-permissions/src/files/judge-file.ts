import type { Decision, JsonObject, JudgeFacts, PermissionPolicy } from "@ambit/api-types";
import { nameTarget } from "../judge/journal-target.ts";
import { denied, malformed } from "../judge/refusal.ts";
import { holdsGitConfiguration, isFenced } from "./fence.ts";
import { placeBelowRoot, type RootPlace } from "./harness-path.ts";
import { matchFileRule } from "./match-file-rule.ts";
import { judgePathText } from "./path-text.ts";

/** Judges a file call by text alone: no answer depends on what exists. Links are judged where the path is opened. */
export function judgeFile(policy: PermissionPolicy, access: "read" | "write", params: JsonObject, facts: JudgeFacts): Decision {
  const { root, path } = params;
  if (typeof path !== "string" || (root !== undefined && typeof root !== "string")) return malformed("", "The call names no path.");
  const place = root === undefined ? absolutePlace(path, facts) : { root, path };
  if (place === undefined) return denied("", "A path needs a root: name one of those that permissions.files declares.");
  const target = nameTarget(place.root);
  const read = judgePathText(place.path, facts.platform);
  if (!read.ok) return read.malformed ? malformed(target, read.reason) : denied(target, read.reason);
  const rule = matchFileRule(policy.files, place.root, read.components, access);
  if (rule === undefined) return denied(target, undeclared(policy, place.root, access));
  if (facts.hasRoot?.(place.root) === false) return denied(target, "This host has no such root for this plugin.");
  if (isFenced(read.components, facts.fenced(place.root))) return denied(target, "The path is in a part of its root that is fenced off.");
  if (access === "write" && holdsGitConfiguration(read.components)) return denied(target, "Files that git reads its configuration from may not be written.");
  return { allowed: true, target, grant: { kind: "file", root: place.root, components: read.components, access, within: rule.path } };
}

/** A harness plugin's absolute path; everybody else's names no root. */
function absolutePlace(path: string, facts: JudgeFacts): RootPlace | undefined {
  return placeBelowRoot(path, facts.harnessRoots(), facts.platform);
}

function undeclared(policy: PermissionPolicy, root: string, access: "read" | "write"): string {
  const verb = access === "write" ? "written" : "read";
  const rules = policy.files.filter((rule) => rule.root === root);
  if (rules.length === 0) return "This root is not among those the plugin was granted: declare it in permissions.files.";
  return `This part of the root was not granted to be ${verb}: declare it with access "${access}" in permissions.files.`;
}
