import type { PermissionPolicy } from "@ambit/api-types";
import { commandLineKey, eventCommandLineKey, fileLineKey, hookLineKey, namedLineKey, networkLineKey, routeLineKey } from "../policy/line-keys.ts";
import { opensCommandFolder } from "./command-folders.ts";
import { coversCollection, coversCommand, coversEventCommand, coversFiles, coversHook, coversNetwork, coversRoute, namedSections } from "./covers.ts";

/** How a new policy stands to an old one. */
export interface PolicyDiff {
  /** The new one allows something that the old one did not. */
  readonly widens: boolean;
  /** Consent-line keys of what is new; an implied capability has a key although it has no line. */
  readonly widenings: readonly string[];
}

/**
 * Computes what a new policy allows beyond an old one, rule by rule. Where it finds nothing, every call that the new
 * policy allows was allowed by the old one. Limits are not compared: they open nothing.
 */
export function diffPolicies(old: PermissionPolicy, updated: PermissionPolicy): PolicyDiff {
  const folders = opensCommandFolder(old, updated);
  const widenings = [
    ...updated.network.filter((rule) => !coversNetwork(old.network, rule)).map(networkLineKey),
    ...updated.files.filter((rule) => !coversFiles(old.files, rule)).map(fileLineKey),
    ...updated.commands.filter((rule) => folders || !coversCommand(old.commands, rule)).map(commandLineKey),
    ...updated.hooks.filter((rule) => !coversHook(old.hooks, rule)).map(hookLineKey),
    ...updated.routes.filter((rule) => !coversRoute(old.routes, rule)).map(routeLineKey),
    ...updated.eventCommands.filter((rule) => !coversEventCommand(old.eventCommands, rule)).map(eventCommandLineKey),
    ...namedSections.flatMap((section) => updated[section].filter((name) => !old[section].includes(name)).map((name) => namedLineKey(section, name))),
    ...Object.keys(updated.storage).filter((name) => !coversCollection(old, name)).map((name) => namedLineKey("storage", name)),
  ];
  return { widens: widenings.length > 0, widenings };
}
