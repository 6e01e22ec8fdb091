import { AmbitError, type CollectionDeclaration, type CommandRule, type EventCommandDeclaration, type EventCommandRule, type FileRule, type HookDeclaration, type HookRule, type NamedPermission, type NetworkRule, type PermissionsDeclaration, type PluginManifest, type RouteDeclaration, type RouteRule } from "@ambit/api-types";
import { parseCommandEntry } from "../commands/parse-command-entry.ts";
import { parseNetworkEntry } from "../network/parse-network-entry.ts";
import { parseFileEntry } from "./file-rule.ts";
import { type HostTerms, presentCapability } from "./host-terms.ts";
import { commandLineKey, eventCommandLineKey, fileLineKey, hookLineKey, namedLineKey, networkLineKey, routeLineKey } from "./line-keys.ts";

/** What one entry of a manifest asks for, whatever its section. */
export type Declared =
  | { readonly section: "network"; readonly rule: NetworkRule }
  | { readonly section: "files"; readonly rule: FileRule }
  | { readonly section: "commands"; readonly rule: CommandRule }
  | { readonly section: "secrets" | "events" | "scripts" | "capabilities"; readonly name: string }
  | { readonly section: "hooks"; readonly rule: HookRule }
  | { readonly section: "routes"; readonly rule: RouteRule }
  | { readonly section: "eventCommands"; readonly rule: EventCommandRule }
  | { readonly section: "storage"; readonly name: string; readonly collection: CollectionDeclaration };

/** One entry of a manifest with the key of its consent line. */
export interface DeclaredLine {
  readonly key: string;
  readonly declared: Declared;
  /** The author's words. */
  readonly reason?: string;
}

/** The parts of a manifest that ask for something. Hooks, routes, script tools and contributed commands stand beside `permissions`, and are asked for all the same. */
export type AskingManifest = Pick<PluginManifest, "permissions"> & Partial<Pick<PluginManifest, "hooks" | "routes" | "tools" | "contributes">>;

/**
 * All that a manifest asks for, one line an entry, each thing once. This is the one place where entries become rules:
 * what is shown and what is enforced both start here.
 *
 * @throws AmbitError `MANIFEST_INVALID`, or `ROOT_UNKNOWN` for a root the host does not have.
 */
export function declaredLines({ permissions, hooks = [], routes = [], tools = [], contributes = {} }: AskingManifest, host: HostTerms): readonly DeclaredLine[] {
  const lines = [
    ...(permissions.network ?? []).map((entry) => networkLine(entry)),
    ...fileLines(permissions, host),
    ...(permissions.commands ?? []).map((entry) => commandLine(entry)),
    ...namedLines("secrets", permissions.secrets),
    ...namedLines("events", permissions.events),
    ...hooks.map((hook) => hookLine(hook)),
    ...routes.map((route) => routeLine(route)),
    ...tools.filter(({ script }) => script !== undefined).map(({ name }): DeclaredLine => ({ key: namedLineKey("scripts", name), declared: { section: "scripts", name } })),
    ...(contributes.commands ?? []).map((entry) => eventCommandLine(entry)),
    ...capabilityLines(permissions.capabilities, host),
    ...Object.entries(permissions.storage ?? {}).map(([name, collection]): DeclaredLine => ({ key: namedLineKey("storage", name), declared: { section: "storage", name, collection } })),
  ];
  const once = new Map<string, DeclaredLine>();
  for (const line of lines) if (!once.has(line.key)) once.set(line.key, line);
  return [...once.values()];
}

function withReason(key: string, declared: Declared, reason: string | undefined): DeclaredLine {
  return reason === undefined ? { key, declared } : { key, declared, reason };
}

function networkLine(entry: NamedPermission): DeclaredLine {
  const read = parseNetworkEntry(entry.name);
  if (!read.ok) throw new AmbitError("MANIFEST_INVALID", `permissions.network: "${entry.name}" ${read.message}.`);
  return withReason(networkLineKey(read.rule), { section: "network", rule: read.rule }, entry.reason);
}

function commandLine(entry: NamedPermission): DeclaredLine {
  const read = parseCommandEntry(entry.name);
  if (!read.ok) throw new AmbitError("MANIFEST_INVALID", `permissions.commands: "${entry.name}" ${read.message}.`);
  return withReason(commandLineKey(read.rule), { section: "commands", rule: read.rule }, entry.reason);
}

function hookLine({ name, mode }: HookDeclaration): DeclaredLine {
  const rule: HookRule = { name, mode };
  return { key: hookLineKey(rule), declared: { section: "hooks", rule } };
}

function routeLine({ name, public: isPublic = false }: RouteDeclaration): DeclaredLine {
  const rule: RouteRule = { name, public: isPublic };
  return { key: routeLineKey(rule), declared: { section: "routes", rule } };
}

function eventCommandLine({ on, run, reason }: EventCommandDeclaration): DeclaredLine {
  const rule: EventCommandRule = { event: on, line: run };
  return withReason(eventCommandLineKey(rule), { section: "eventCommands", rule }, reason);
}

function fileLines(permissions: PermissionsDeclaration, host: HostTerms): readonly DeclaredLine[] {
  const places = new Set<string>();
  return (permissions.files ?? []).map((entry) => {
    const read = parseFileEntry(entry, host);
    if (!read.ok) throw new AmbitError(read.unknownRoot ? "ROOT_UNKNOWN" : "MANIFEST_INVALID", `permissions.files ${read.message}.`);
    const place = JSON.stringify([read.rule.root, read.rule.path]);
    if (places.has(place)) throw new AmbitError("MANIFEST_INVALID", `permissions.files asks for the same place twice: "${entry.root}".`);
    places.add(place);
    return withReason(fileLineKey(read.rule), { section: "files", rule: read.rule }, entry.reason);
  });
}

function namedLines(section: "secrets" | "events" | "capabilities", entries: readonly NamedPermission[] | undefined): readonly DeclaredLine[] {
  return (entries ?? []).map((entry) => withReason(namedLineKey(section, entry.name), { section, name: entry.name }, entry.reason));
}

function capabilityLines(entries: readonly NamedPermission[] = [], host: HostTerms): readonly DeclaredLine[] {
  const present = entries.map(({ name, ...rest }) => {
    const id = presentCapability(host, name);
    if (id === undefined) throw new AmbitError("MANIFEST_INVALID", `permissions.capabilities: "${name}" is no capability of this host.`);
    return { name: id, ...rest };
  });
  return namedLines("capabilities", present);
}
