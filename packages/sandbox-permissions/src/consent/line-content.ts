import { type CommandRule, type ConsentSeverity, type FileRule, type NetworkRule, textIn } from "@ambit/api-types";
import { commandRuleText } from "../commands/command-rule-text.ts";
import { unicodeHost } from "../network/host-name.ts";
import { HTTPS_PORT } from "../network/network-rule-text.ts";
import { closeImplications } from "../policy/close-implications.ts";
import type { Declared } from "../policy/declared-lines.ts";
import { fileRuleText } from "../policy/file-rule.ts";
import { capabilityTerms, type HostTerms, isOwnRoot, rootTerms } from "../policy/host-terms.ts";
import { openedRules } from "../policy/opened-rules.ts";
import { worstOf } from "./severity-rank.ts";
import type { ConsentWording } from "./wording.ts";

/** What a line says and how much it should worry. */
export interface LineContent {
  readonly severity: ConsentSeverity;
  readonly text: string;
  readonly warning?: string;
}

/** The fixed words, and the language for what the application says of its own. */
export interface ConsentSpeech {
  readonly words: ConsentWording;
  readonly language: string;
}

/** Puts one declared thing into the fixed words. */
export function lineContent(declared: Declared, host: HostTerms, speech: ConsentSpeech): LineContent {
  const { words } = speech;
  switch (declared.section) {
    case "network":
      return networkContent(declared.rule, host, words);
    case "files":
      return fileContent(declared.rule, host, words);
    case "commands":
      return commandContent(declared.rule, words);
    case "secrets":
      return { severity: "medium", text: words.secret(declared.name) };
    case "events":
      return { severity: "low", text: words.event(declared.name) };
    case "hooks":
      return declared.rule.mode === "policy" ? { severity: "medium", text: words.policyHook(declared.rule.name) } : { severity: "low", text: words.observeHook(declared.rule.name) };
    case "routes":
      return declared.rule.public ? { severity: "high", text: words.publicRoute(declared.rule.name) } : { severity: "low", text: words.route(declared.rule.name) };
    case "scripts":
      return { severity: "high", text: words.script(declared.name) };
    case "eventCommands":
      return { severity: "danger", text: words.eventCommand(declared.rule.event, declared.rule.line), warning: words.shellLine() };
    case "capabilities":
      return capabilityContent(declared.name, host, speech);
    case "storage":
      return { severity: "low", text: words.storage(declared.name) };
  }
}

function networkContent(rule: NetworkRule, host: HostTerms, words: ConsentWording): LineContent {
  switch (rule.kind) {
    case "host":
      return named("medium", rule.port === HTTPS_PORT ? words.host(rule.host) : words.hostOnPort(rule.host, rule.port), rule.host, words);
    case "subdomains":
      return named("high", rule.port === HTTPS_PORT ? words.subdomains(rule.host) : words.subdomainsOnPort(rule.host, rule.port), rule.host, words);
    case "tcp":
      return named("high", words.socket(rule.host, rule.port), rule.host, words);
    case "account":
      return { severity: "medium", text: words.account() };
    case "shared":
      return { severity: "medium", text: words.shared(host.applicationName) };
    case "any":
      return { severity: "danger", text: words.anyHost(), warning: words.anyHostWarning() };
  }
}

function named(severity: ConsentSeverity, text: string, host: string, words: ConsentWording): LineContent {
  const unicode = unicodeHost(host);
  return unicode === host ? { severity, text } : { severity, text, warning: words.readsAs(unicode) };
}

function fileContent(rule: FileRule, host: HostTerms, words: ConsentWording): LineContent {
  if (rule.root === "plugin") return { severity: "low", text: words.readsOwnFiles() };
  if (isOwnRoot(rule.root)) return { severity: "low", text: words.temporary(rule.access) };
  const place = fileRuleText(rule);
  const sensitive = rootTerms(host, rule.root)?.sensitive === true;
  const severity = sensitive ? "danger" : rule.access === "write" ? "high" : "medium";
  const text = rule.access === "write" ? words.writes(place) : words.reads(place);
  return sensitive ? { severity, text, warning: words.sensitiveRoot() } : { severity, text };
}

function commandContent(rule: CommandRule, words: ConsentWording): LineContent {
  const text = words.command(commandRuleText(rule));
  return rule.open ? { severity: "danger", text, warning: words.openCommand() } : { severity: "danger", text };
}

/** A line worries as much as the most worrying thing that it brings along, and names everything that it does. */
function capabilityContent(id: string, host: HostTerms, { words, language }: ConsentSpeech): LineContent {
  const label = capabilityTerms(host, id)?.label;
  const all = closeImplications([id], host);
  const implied = all.filter((other) => other !== id);
  const opened = openedRules(all, host).map((rule) => networkContent(rule, host, words));
  const severities = all.map((each) => capabilityTerms(host, each)?.severity ?? "medium");
  const severity = worstOf(capabilityTerms(host, id)?.severity ?? "medium", [...severities, ...opened.map((each) => each.severity)]);
  const text = words.capability(id, label === undefined ? undefined : textIn(language, label));
  const included = [...implied, ...opened.map((each) => each.text)];
  return included.length === 0 ? { severity, text } : { severity, text, warning: words.implied(included) };
}
