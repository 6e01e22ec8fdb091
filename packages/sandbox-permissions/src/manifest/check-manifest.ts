import { defaultCeilings, type LimitName, limitNames } from "@ambit/api-types";
import { textLookAlike } from "../network/look-alike.ts";
import { limitFault } from "../policy/limits-in-force.ts";
import { checkHookCapabilities } from "./check-hook-capabilities.ts";
import { type CheckContext, checkPermissions } from "./check-permissions.ts";
import { checkSettings } from "./check-settings.ts";
import { itemsOf, memberOf, textOf } from "./json-node.ts";
import type { ManifestPath } from "./manifest-issue.ts";

/** Checks what no schema can say. Works on the text's own tree, so that its issues stand beside those of the schema. */
export function checkManifest(context: CheckContext): void {
  checkPermissions(context);
  checkLimits(context);
  checkRun(context);
  checkNames(context);
  checkNamedOnce(context, "hooks", "hook");
  checkNamedOnce(context, "routes", "route");
  checkHookCapabilities(context);
  checkSettings(context);
}

function checkLimits(context: CheckContext): void {
  const limits = memberOf(context.root, "limits")?.node;
  const ceilings = context.host?.ceilings ?? defaultCeilings;
  for (const name of limitNames) {
    const node = memberOf(limits, name)?.node;
    if (node?.kind !== "scalar" || !Number.isInteger(node.value) || Number(node.value) <= 0) continue;
    checkLimit(context, name, Number(node.value), ceilings[name], limitFault(name, Number(node.value), ceilings));
  }
}

function checkLimit(context: CheckContext, name: LimitName, asked: number, ceiling: number, fault: string | undefined): void {
  const path = ["limits", name];
  if (fault !== undefined) context.issues.addAt(context.root, path, fault);
  else if (asked > ceiling) context.warnings.addAt(context.root, path, `is above its ceiling and will be lowered to ${ceiling}`);
}

/** Without `run` there is nothing that tools, hooks or events could be handed to. */
function checkRun(context: CheckContext): void {
  const { root, issues } = context;
  if (root.kind !== "object" || root.members.has("run")) return;
  itemsOf(memberOf(root, "tools")?.node).forEach((tool, at) => {
    if (tool.kind === "object" && !tool.members.has("script")) issues.addAt(root, ["tools", at], 'needs a "script", since the manifest has no "run" that could handle it');
  });
  const events = memberOf(memberOf(root, "permissions")?.node, "events")?.node;
  for (const section of ["hooks", "routes"]) {
    if (itemsOf(memberOf(root, section)?.node).length > 0) issues.addAt(root, [section], 'needs a "run" that handles them');
  }
  if (itemsOf(events).length > 0) issues.addAt(root, ["permissions", "events"], 'needs a "run" that handles them');
}

/** Names by which people recognise a plugin and its publisher. */
function checkNames(context: CheckContext): void {
  const name = memberOf(context.root, "displayName")?.node;
  const languages = name?.kind === "object" ? [...name.members.keys()] : [];
  const paths: ManifestPath[] = [["publisher"], ["displayName"], ...languages.map((language) => ["displayName", language])];
  for (const path of paths) {
    const text = textOf(path.reduce<CheckContext["root"] | undefined>((node, key) => memberOf(node, String(key))?.node, context.root));
    const found = text === undefined ? undefined : textLookAlike(text);
    if (found !== undefined) context.issues.addAt(context.root, path, `${found}: it could be taken for another name`);
  }
}

function checkNamedOnce(context: CheckContext, section: "hooks" | "routes", noun: string): void {
  const seen = new Set<string>();
  itemsOf(memberOf(context.root, section)?.node).forEach((entry, at) => {
    const name = textOf(memberOf(entry, "name")?.node);
    if (name === undefined) return;
    if (seen.has(name)) context.issues.addAt(context.root, [section, at, "name"], `another ${noun} is named ${JSON.stringify(name)}`);
    seen.add(name);
  });
}
