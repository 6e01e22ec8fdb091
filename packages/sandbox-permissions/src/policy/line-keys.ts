import type { CommandRule, EventCommandRule, FileRule, HookRule, NetworkRule, RouteRule } from "@ambit/api-types";
import { networkRuleText } from "../network/network-rule-text.ts";
import { fileRuleText } from "./file-rule.ts";
import { commandRuleText } from "../commands/command-rule-text.ts";

// Keys name what is asked for in its canonical form, so that they stay the same however a manifest spells it, and
// change when what is asked for does.

/** The consent line of a network rule, such as `network:api.example.dev`. */
export function networkLineKey(rule: NetworkRule): string {
  return `network:${networkRuleText(rule)}`;
}

/** The consent line of a file rule, such as `files:read:agent/sub`. */
export function fileLineKey(rule: FileRule): string {
  return `files:${rule.access}:${fileRuleText(rule)}`;
}

/** The consent line of a command, such as `commands:git log *`. */
export function commandLineKey(rule: CommandRule): string {
  return `commands:${commandRuleText(rule)}`;
}

/** The consent line of a hook, such as `hooks:policy:content:beforeSave`. */
export function hookLineKey(rule: HookRule): string {
  return `hooks:${rule.mode}:${rule.name}`;
}

/** The consent line of a route, such as `routes:public:forms/submit` or `routes:known:forms/list`. */
export function routeLineKey(rule: RouteRule): string {
  return `routes:${rule.public ? "public" : "known"}:${rule.name}`;
}

/** The consent line of a shell line, such as `contributes:ticket.column:make check`. */
export function eventCommandLineKey(rule: EventCommandRule): string {
  return `contributes:${rule.event}:${rule.line}`;
}

/** The sections whose entries are plain names. */
export type NamedSection = "secrets" | "events" | "scripts" | "capabilities" | "storage";

/** The consent line of a named thing, such as `secrets:token`. */
export function namedLineKey(section: NamedSection, name: string): string {
  return `${section}:${name}`;
}
