import type { JsonNode } from "../../manifest/json-node.ts";
import { nodeValue } from "../../manifest/json-node.ts";
import type { TargetManifest } from "../foreign-reading.ts";
import { makeList, makeNode, makeObject } from "../make-node.ts";
import type { SourceObject, SourceValue } from "../source-value.ts";

/** Hooks whose answer counts there: they can change or stop what they are about. Every other one only looks on. */
const POLICY_HOOKS: readonly string[] = ["content:beforeSave", "content:beforeDelete", "media:beforeUpload", "email:beforeSend", "email:deliver", "comment:beforeCreate", "comment:moderate"];

const MOST_PRIORITY = 1000;
const MOST_TIMEOUT = 30_000;

/** Converts the hooks that a generated manifest lists. */
export function convertHooks(source: SourceObject, target: TargetManifest): void {
  const hooks = source.take("hooks");
  if (hooks === undefined) return;
  target.put("hooks", makeList(hooks.items().flatMap((item) => convertHook(item) ?? []), hooks.node.offset));
}

function convertHook(item: SourceValue): JsonNode | undefined {
  const entry = item.node.kind === "object" ? item.object() : undefined;
  const nameValue = entry === undefined ? item : entry.take("name");
  const name = nameValue?.text();
  if (nameValue === undefined || name === undefined) return item.fault("must be a hook's name, or an object with a \"name\"");
  const members: [string, JsonNode][] = [["name", nameValue.node], ["mode", makeNode(POLICY_HOOKS.includes(name) ? "policy" : "observe", item.node.offset)]];
  const priority = bounded(entry?.take("priority"), 0, MOST_PRIORITY);
  if (priority !== undefined) members.push(["priority", priority]);
  const timeout = bounded(entry?.take("timeout"), 1, MOST_TIMEOUT);
  if (timeout !== undefined) members.push(["timeoutMs", timeout]);
  const exclusive = entry?.take("exclusive");
  if (exclusive !== undefined && nodeValue(exclusive.node) !== false) exclusive.lost("is not carried over: which plugin handles a hook alone is the application's to say");
  entry?.loseRest();
  return makeObject(members, item.node.offset);
}

function bounded(value: SourceValue | undefined, least: number, most: number): JsonNode | undefined {
  const asked = value?.number();
  if (value === undefined || asked === undefined) return undefined;
  const kept = Math.min(Math.max(Math.round(asked), least), most);
  if (kept !== asked) value.lost(`becomes ${kept}, which is the nearest here`);
  return makeNode(kept, value.node.offset);
}

/** Converts the routes that a generated manifest lists: a name, or an object that may make it public. */
export function convertRoutes(source: SourceObject, target: TargetManifest): void {
  const routes = source.take("routes");
  if (routes === undefined) return;
  target.put("routes", makeList(routes.items().flatMap((item) => convertRoute(item) ?? []), routes.node.offset));
}

/** A member that is not understood may narrow who is answered, so that the route is then left out. */
function convertRoute(item: SourceValue): JsonNode | undefined {
  if (item.node.kind !== "object") return item.text() === undefined ? undefined : makeObject([["name", item.node]], item.node.offset);
  const entry = item.object();
  const name = entry?.take("name");
  const isPublic = entry?.take("public");
  const rest = entry?.takeRest() ?? [];
  for (const [key, value] of rest) value.lost(`"${key}" is not known here: the route is left out`);
  if (name === undefined) return item.fault('must be a route\'s name, or an object with a "name"');
  if (rest.length > 0) return undefined;
  return makeObject([["name", name.node], ...(isPublic === undefined ? [] : [["public", isPublic.node] as const])], item.node.offset);
}
