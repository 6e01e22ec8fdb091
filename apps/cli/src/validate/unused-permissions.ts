import type { FilePermission, PluginManifest } from "@ambit/api-types";
import { type CodeFacts, mentions, usesNamespace } from "./code-facts.ts";

/** An entry of the manifest that the code seems not to use. */
export interface UnusedPermission {
  /** Keys and indexes from the manifest's root. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Standard interfaces that make calls of the network. */
const NETWORK_NAMES: readonly string[] = ["fetch", "WebSocket", "EventSource"];

/**
 * The permissions that no code of a plugin can be seen to use. A hint: code can make a name at run time that no scan finds.
 */
export function unusedPermissions(manifest: PluginManifest, facts: CodeFacts): readonly UnusedPermission[] {
  if (facts.isOpaque) return [];
  const { network = [], files = [], secrets = [], events = [], storage = {} } = manifest.permissions;
  const networks = usesNetwork(facts) ? [] : network.map(({ name }, at) => unused(["permissions", "network", at], `no code makes a request, so "${name}" opens what nothing uses`));
  return [
    ...networks,
    ...files.flatMap((entry, at) => unusedFiles(entry, at, facts)),
    ...secrets.flatMap(({ name }, at) => (names(facts, name) ? [] : [unused(["permissions", "secrets", at], `no code names the secret "${name}"`)])),
    ...events.flatMap(({ name }, at) => (names(facts, name) ? [] : [unused(["permissions", "events", at], `no code handles the event "${name}"`)])),
    ...Object.keys(storage).flatMap((name) => (names(facts, name) ? [] : [unused(["permissions", "storage", name], `no code names the collection "${name}"`)])),
    ...unusedCommands(manifest, facts),
  ];
}

function unusedFiles({ root, access }: FilePermission, at: number, facts: CodeFacts): readonly UnusedPermission[] {
  const path = ["permissions", "files", at];
  if (!usesNamespace(facts, "fs")) return [unused(path, `no code reads or writes files, so "${root}" opens what nothing uses`)];
  if (!names(facts, root)) return [unused(path, `no code names the root "${root}"`)];
  const writes = facts.names.has("write") || mentions(facts, "fs/write") || mentions(facts, "path_open");
  return access === "write" && !writes ? [unused(path, `no code writes files: "read" is enough for "${root}"`)] : [];
}

function unusedCommands({ permissions: { commands = [] } }: PluginManifest, facts: CodeFacts): readonly UnusedPermission[] {
  if (usesNamespace(facts, "proc")) return [];
  return commands.map(({ name }, at) => unused(["permissions", "commands", at], `no code starts a program, so "${name}" opens what nothing uses`));
}

function usesNetwork(facts: CodeFacts): boolean {
  return usesNamespace(facts, "net", "ws", "tcp") || NETWORK_NAMES.some((name) => facts.names.has(name));
}

function names(facts: CodeFacts, name: string): boolean {
  return facts.names.has(name) || mentions(facts, name);
}

function unused(path: readonly (string | number)[], message: string): UnusedPermission {
  return { path, message };
}
