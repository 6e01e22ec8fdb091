import type { CommandRule, EventCommandRule, FileRule, HookRule, NetworkRule, PermissionPolicy, RouteRule } from "@ambit/api-types";
import { matchCommand } from "../commands/match-command.ts";
import { allows, isPrefix } from "../files/match-file-rule.ts";
import { isPublicName } from "../network/match-host.ts";
import { HTTPS_PORT, networkRuleText } from "../network/network-rule-text.ts";

/** Tells whether everything one network rule allows was allowed already. */
export function coversNetwork(rules: readonly NetworkRule[], wanted: NetworkRule): boolean {
  return rules.some((rule) => networkRuleText(rule) === networkRuleText(wanted) || coversHosts(rule, wanted));
}

function coversHosts(rule: NetworkRule, wanted: NetworkRule): boolean {
  if (wanted.kind !== "host" && wanted.kind !== "subdomains") return false;
  if (rule.kind === "any") return wanted.port === HTTPS_PORT && isPublicName(wanted.host.includes(".") ? wanted.host : `x.${wanted.host}`);
  return rule.kind === "subdomains" && rule.port === wanted.port && wanted.host.endsWith(`.${rule.host}`);
}

/** Tells whether everything one file rule allows was allowed already. */
export function coversFiles(rules: readonly FileRule[], wanted: FileRule): boolean {
  return rules.some((rule) => rule.root === wanted.root && allows(rule, wanted.access) && isPrefix(rule.path, wanted.path));
}

/**
 * Tells whether every line one command rule allows was allowed already. A line that goes on is covered by one that goes
 * on earlier: its further words are judged by the same profile.
 */
export function coversCommand(rules: readonly CommandRule[], wanted: CommandRule): boolean {
  if (wanted.open) return rules.some((rule) => rule.open && isPrefix(rule.words, wanted.words));
  return matchCommand(rules, wanted.words).matches;
}

/** Tells whether a hook was handled already; what could block may as well only look on. */
export function coversHook(rules: readonly HookRule[], wanted: HookRule): boolean {
  return rules.some((rule) => rule.name === wanted.name && (rule.mode === "policy" || rule.mode === wanted.mode));
}

/** Tells whether a route was answered already, for as many. */
export function coversRoute(rules: readonly RouteRule[], wanted: RouteRule): boolean {
  return rules.some((rule) => rule.name === wanted.name && (rule.public || !wanted.public));
}

/** Tells whether the very line ran on that event already. */
export function coversEventCommand(rules: readonly EventCommandRule[], wanted: EventCommandRule): boolean {
  return rules.some(({ event, line }) => event === wanted.event && line === wanted.line);
}

/** The sections in which a name is allowed or not. */
export const namedSections = ["secrets", "events", "scripts", "capabilities"] as const;

/** Tells whether a collection was declared already. */
export function coversCollection(policy: PermissionPolicy, name: string): boolean {
  return Object.hasOwn(policy.storage, name);
}
