import type { FilePermission } from "@ambit/api-types";
import { parseCommandEntry } from "../commands/parse-command-entry.ts";
import type { ManifestReading } from "../manifest/read-manifest.ts";
import { FileEntries } from "./carry-files.ts";
import { carry, carryKeywords, carryText, requirePublisher } from "./carry-head.ts";
import { NetworkEntries, plainHost } from "./carry-network.ts";
import { findCode } from "./find-code.ts";
import { type ForeignContext, readForeign, type TargetManifest } from "./foreign-reading.ts";
import { makeList, makeObject } from "./make-node.ts";
import type { SourceObject, SourceValue } from "./source-value.ts";

/** The closed list of Escouade's roots. */
const ROOTS: readonly string[] = ["plugin", "temp", "agent", "agentRepo", "agentHome", "project"];

/** Entries that mean the same in both systems. */
const SAME: readonly string[] = ["{account}", "local:shared"];

/**
 * Reads an `escouade-plugin.json`. A host becomes itself and its subdomains, as it is meant there. What Ambit refuses (a `*`
 * after a command whose options are not known to be safe, a name that is no public host) is left out with a warning.
 */
export function readEscouadeManifest(text: Uint8Array | string, context: ForeignContext = {}): ManifestReading {
  return readForeign(text, "escouade-plugin.json", "json", context, (source, target) => {
    convertHead(source, target);
    const permissions = source.take("permissions")?.object();
    if (permissions !== undefined) convertPermissions(permissions, target, context);
    convertLimits(source.take("limits")?.object(), target);
    convertContributes(source.take("contributes")?.object(), target);
    findCode(source, target, context);
    source.loseRest();
  });
}

function convertHead(source: SourceObject, target: TargetManifest): void {
  for (const key of ["id", "version", "icon", "homepage"]) carry(source.take(key), target, key);
  carryText(source.take("publisher"), target, "publisher");
  carry(source.take("displayName") ?? source.take("name"), target, "displayName");
  carry(source.take("description"), target, "description");
  carryText(source.take("license"), target, "license");
  carryKeywords(source.take("keywords"), target);
  requirePublisher(source, target);
  source.lose(["$schema"], "is not carried over: it describes the other form");
  const own = source.take("escouade")?.object();
  const api = own?.take("api");
  if (api !== undefined && api.number() !== 1) api.fault("must be 1: no other protocol is spoken here");
  own?.loseRest();
}

function convertPermissions(permissions: SourceObject, target: TargetManifest, context: ForeignContext): void {
  const network = new NetworkEntries();
  for (const item of permissions.take("network")?.items() ?? []) addHost(item, network);
  network.put(target, permissions.value.node.offset);
  const files = new FileEntries(context);
  for (const item of permissions.take("files")?.items() ?? []) addFile(item, files);
  files.put(target, permissions.value.node.offset);
  const commands = permissions.take("commands");
  if (commands !== undefined) target.ask("commands", makeList(commands.items().filter(isCarriedCommand).map(({ node }) => node), commands.node.offset));
  for (const section of ["events", "secrets"]) {
    const names = permissions.take(section);
    if (names !== undefined) target.ask(section, makeList(names.items().filter((item) => item.text() !== undefined).map(({ node }) => node), names.node.offset));
  }
  permissions.loseRest();
}

function addHost(item: SourceValue, network: NetworkEntries): void {
  if (item.node.kind === "scalar" && SAME.includes(String(item.node.value))) {
    network.add(String(item.node.value), item);
    return;
  }
  const host = plainHost(item);
  if (host === undefined) return;
  if (host === "*") return item.fault('"*" is no entry of this system: name the hosts');
  const added = network.add(host, item);
  if (added && !host.startsWith("*.")) network.add(`*.${host}`, item);
}

function addFile(item: SourceValue, files: FileEntries): void {
  const entry = item.object();
  if (entry === undefined) return;
  const [rootValue, accessValue, reasonValue] = [entry.take("root"), entry.take("access"), entry.take("reason")];
  const [root, access, reason] = [rootValue?.text(), accessValue?.text(), reasonValue?.text()];
  const unknown = entry.takeRest();
  // A key that is not understood may narrow the entry: without it more would be asked for.
  for (const [key, value] of unknown) value.lost(`"${key}" is not known here: the whole entry is left out`);
  if (root === undefined || access === undefined) return item.fault('must have a "root" and an "access"');
  if (!ROOTS.includes(root)) return rootValue?.fault(`must be one of ${ROOTS.join(", ")}`);
  if (access !== "read" && access !== "write") return accessValue?.fault('must be "read" or "write"');
  const permission: FilePermission = { root, access, ...(reason !== undefined && { reason }) };
  if (unknown.length === 0) files.add(permission, item);
}

function isCarriedCommand(item: SourceValue): boolean {
  const line = item.text();
  if (line === undefined) return false;
  if (/["'\\]/.test(line)) item.lost("has quotes or backslashes, which the other system takes as letters: it is left out");
  else {
    const read = parseCommandEntry(line);
    if (read.ok) return true;
    item.lost(`${JSON.stringify(line)} ${read.message}: it is left out`);
  }
  return false;
}

function convertLimits(limits: SourceObject | undefined, target: TargetManifest): void {
  if (limits === undefined) return;
  const kept = ["fetchSeconds", "fetchBytes", "fileBytes"].flatMap((name) => {
    const value = limits.take(name);
    return value === undefined ? [] : [[name, { keyOffset: value.node.offset, node: value.node }] as const];
  });
  target.put("limits", { kind: "object", offset: limits.value.node.offset, members: new Map(kept) });
  limits.loseRest();
}

function convertContributes(contributes: SourceObject | undefined, target: TargetManifest): void {
  if (contributes === undefined) return;
  const commands = contributes.take("commands");
  const kept = commands?.items().filter((item) => isCarriedLine(item)) ?? [];
  if (commands !== undefined && kept.length > 0) target.put("contributes", makeObject([["commands", makeList(kept.map(({ node }) => node), commands.node.offset)]], contributes.value.node.offset));
  contributes.loseRest();
}

/** What is not understood of an entry may narrow it: without it more would be run. */
function isCarriedLine(item: SourceValue): boolean {
  const entry = item.object();
  const [event, line] = [entry?.take("on")?.text(), entry?.take("run")?.text()];
  const unknown = entry?.takeRest() ?? [];
  const isCarried = event !== undefined && line !== undefined && unknown.length === 0;
  if (!isCarried) item.lost('is not carried over: it is no event under "on" and line under "run", and nothing else');
  return isCarried;
}
