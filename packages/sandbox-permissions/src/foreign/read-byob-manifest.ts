import type { JsonNode } from "../manifest/json-node.ts";
import type { ManifestReading } from "../manifest/read-manifest.ts";
import { carry, carryText, requirePublisher } from "./carry-head.ts";
import { NetworkEntries } from "./carry-network.ts";
import { type ForeignContext, readForeign, type TargetManifest } from "./foreign-reading.ts";
import { makeList, makeNode, makeObject } from "./make-node.ts";
import type { SourceObject, SourceValue } from "./source-value.ts";

const ACCESS: readonly string[] = ["read", "write", "execute"];

/**
 * Reads a `byob-plugin.json`: its script tools, and `permissions.network`, which is any host there and any public host here.
 * Skills, agents, connectors and the like belong to the application, and are said to be left out.
 */
export function readByobManifest(text: Uint8Array | string, context: ForeignContext = {}): ManifestReading {
  return readForeign(text, "byob-plugin.json", "json", context, (source, target) => {
    carry(source.take("id"), target, "id");
    const version = source.take("version");
    if (version === undefined) target.set("version", "0.0.0", source.value);
    else carry(version, target, "version");
    carryText(source.take("author"), target, "publisher");
    requirePublisher(source, target);
    carryText(source.take("name"), target, "displayName");
    carryText(source.take("description"), target, "description");
    source.lose(["icon"], "is not carried over: an icon is a file of the plugin");
    convertPermissions(source.take("permissions")?.object(), target);
    convertTools(source, target);
    source.loseRest();
  });
}

function convertPermissions(permissions: SourceObject | undefined, target: TargetManifest): void {
  const network = permissions?.take("network");
  const entries = new NetworkEntries();
  if (network?.flag() === true) entries.add("*", network);
  if (network !== undefined) entries.put(target, network.node.offset);
  permissions?.loseRest();
}

function convertTools(source: SourceObject, target: TargetManifest): void {
  const tools = source.take("tools");
  if (tools === undefined) return;
  target.put("tools", makeList(tools.items().flatMap((item) => convertTool(item) ?? []), tools.node.offset));
}

function convertTool(item: SourceValue): JsonNode | undefined {
  const tool = item.object();
  if (tool === undefined) return undefined;
  const script = tool.take("run");
  if (script === undefined) return item.lost("is left out: only tools with a script in \"run\" can be carried over");
  const members: [string, JsonNode][] = [["script", script.node]];
  for (const key of ["name", "description", "params", "title"]) {
    const value = tool.take(key);
    if (value !== undefined) members.push([key, value.node]);
  }
  const access = convertToolAccess(tool.take("access"));
  if (access !== undefined) members.push(["access", access]);
  const confirm = convertConfirm(tool.take("confirm"));
  if (confirm !== undefined) members.push(["confirm", confirm]);
  tool.loseRest();
  return makeObject(members, item.node.offset);
}

function convertToolAccess(access: SourceValue | undefined): JsonNode | undefined {
  const word = access?.text()?.toLowerCase();
  if (access === undefined || word === undefined) return undefined;
  return ACCESS.includes(word) ? makeNode(word, access.node.offset) : access.fault(`must be one of ${ACCESS.join(", ")}`);
}

/** A rule that asks at some calls becomes asking at every call. */
function convertConfirm(confirm: SourceValue | undefined): JsonNode | undefined {
  if (confirm === undefined) return undefined;
  if (confirm.node.kind === "scalar" && typeof confirm.node.value === "boolean") return confirm.node;
  confirm.lost("is a rule, which is not carried over: it is asked at every call");
  return makeNode(true, confirm.node.offset);
}
