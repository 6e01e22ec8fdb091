import type { FilePermission } from "@ambit/api-types";
import { parseCommandEntry } from "../commands/parse-command-entry.ts";
import { parseNetworkEntry } from "../network/parse-network-entry.ts";
import { parseFileEntry } from "../policy/file-rule.ts";
import { type HostTerms, presentCapability } from "../policy/host-terms.ts";
import { commandLineKey, fileLineKey, networkLineKey } from "../policy/line-keys.ts";
import { nearestWord } from "./did-you-mean.ts";
import { itemsOf, type JsonNode, memberOf, textOf } from "./json-node.ts";
import type { IssueList, ManifestPath } from "./manifest-issue.ts";

/** What a check looks at and writes to. */
export interface CheckContext {
  readonly root: JsonNode;
  readonly issues: IssueList;
  readonly warnings: IssueList;
  readonly host: HostTerms | undefined;
}

interface Entry {
  readonly node: JsonNode;
  readonly path: ManifestPath;
}

/** Checks what each entry of `permissions` means. Entries of a wrong shape are the schema's to report, so they are passed over. */
export function checkPermissions(context: CheckContext): void {
  checkRules(context, "network", "host", (text) => {
    const read = parseNetworkEntry(text);
    return read.ok ? { ok: true, key: networkLineKey(read.rule) } : read;
  });
  checkRules(context, "commands", "line", (text) => {
    const read = parseCommandEntry(text);
    return read.ok ? { ok: true, key: commandLineKey(read.rule) } : read;
  });
  checkFiles(context);
  for (const [section, key] of [["secrets", "name"], ["events", "name"], ["capabilities", "id"]] as const) {
    checkRules(context, section, key, (text) => (section === "capabilities" ? knownCapability(text, context.host) : { ok: true, key: text }));
  }
}

type CheckedEntry = { readonly ok: true; readonly key: string; readonly warning?: string } | { readonly ok: false; readonly message: string };
type EntryCheck = (text: string) => CheckedEntry;

/** Checks a section whose entries are a text, or an object with the text under one key. */
function checkRules(context: CheckContext, section: string, textKey: string, check: EntryCheck): void {
  const seen = new Map<string, string>();
  for (const { node, path } of entriesOf(context.root, section)) {
    const inner = node.kind === "object";
    const place = inner ? [...path, textKey] : path;
    const text = textOf(inner ? memberOf(node, textKey)?.node : node);
    // The schema reports texts of a wrong length.
    if (text === undefined || text === "" || text.length > 512) continue;
    const checked = check(text);
    if (!checked.ok) context.issues.addAt(context.root, place, `${JSON.stringify(text)} ${checked.message}`);
    else if (seen.has(checked.key)) context.warnings.addAt(context.root, place, `${JSON.stringify(text)} is asked for already as ${JSON.stringify(seen.get(checked.key))}`);
    else seen.set(checked.key, text);
    if (checked.ok && checked.warning !== undefined) context.warnings.addAt(context.root, place, `${JSON.stringify(text)} ${checked.warning}`);
  }
}

function checkFiles(context: CheckContext): void {
  const seen = new Set<string>();
  for (const { node, path } of entriesOf(context.root, "files")) {
    const entry = fileEntry(node);
    if (entry === undefined) continue;
    const read = parseFileEntry(entry, context.host);
    if (!read.ok) {
      context.issues.addAt(context.root, path, `${read.message}${rootHint(entry.root, read.unknownRoot, context.host)}`);
      continue;
    }
    const place = fileLineKey({ ...read.rule, access: "read" });
    if (seen.has(place)) context.issues.addAt(context.root, path, "asks for the same place twice: keep the entry with the access that is needed");
    seen.add(place);
  }
}

function rootHint(root: string, unknown: boolean, host: HostTerms | undefined): string {
  if (!unknown || host === undefined) return "";
  const known = ["plugin", "temp", ...Object.keys(host.roots)];
  const near = nearestWord(root, known);
  return near === undefined ? `: it has ${known.join(", ")}` : `: did you mean "${near}"?`;
}

/** An entry of `files` in either of its forms; undefined where its shape is wrong. */
function fileEntry(node: JsonNode): FilePermission | undefined {
  const shorthand = textOf(node);
  if (shorthand !== undefined) {
    const write = shorthand.startsWith("rw:");
    const root = write ? shorthand.slice(3) : shorthand;
    return /^[a-zA-Z][a-zA-Z0-9-]{0,63}$/.test(root) ? { root, access: write ? "write" : "read" } : undefined;
  }
  const [root, path, access, reason] = ["root", "path", "access", "reason"].map((key) => memberOf(node, key)?.node);
  const rootText = textOf(root);
  const accessText = access === undefined ? "read" : textOf(access);
  if (rootText === undefined || (accessText !== "read" && accessText !== "write") || (path !== undefined && textOf(path) === undefined)) return undefined;
  const pathText = textOf(path);
  const reasonText = textOf(reason);
  return { root: rootText, access: accessText, ...(pathText !== undefined && { path: pathText }), ...(reasonText !== undefined && { reason: reasonText }) };
}

function knownCapability(id: string, host: HostTerms | undefined): CheckedEntry {
  if (host === undefined) return { ok: true, key: id };
  const present = presentCapability(host, id);
  if (present === id) return { ok: true, key: id };
  if (present !== undefined) return { ok: true, key: present, warning: `is the earlier name of ${JSON.stringify(present)}: write that` };
  const near = nearestWord(id, Object.keys(host.capabilities ?? {}));
  return { ok: false, message: near === undefined ? "is no capability of this host" : `is no capability of this host: did you mean "${near}"?` };
}

function entriesOf(root: JsonNode, section: string): readonly Entry[] {
  const list = memberOf(memberOf(root, "permissions")?.node, section)?.node;
  return itemsOf(list).map((node, at) => ({ node, path: ["permissions", section, at] }));
}
