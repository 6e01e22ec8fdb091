import { manifestSchema, type PluginManifest } from "@ambit/api-types";
import type { HostTerms } from "../policy/host-terms.ts";
import { checkManifest } from "./check-manifest.ts";
import type { CheckContext } from "./check-permissions.ts";
import { decodeManifest } from "./decode-manifest.ts";
import { nearestWord } from "./did-you-mean.ts";
import { type JsonNode, nodeValue } from "./json-node.ts";
import { knownKeysAt } from "./known-keys.ts";
import { IssueList, type ManifestIssue } from "./manifest-issue.ts";
import { parseJsonText } from "./parse-json-text.ts";
import { type PlainIssue, plainIssues } from "./schema-issue.ts";

/** A manifest with warnings, or what is wrong with it. */
export type ManifestReading =
  | { readonly ok: true; readonly manifest: PluginManifest; readonly warnings: readonly ManifestIssue[] }
  | { readonly ok: false; readonly issues: readonly ManifestIssue[] };

/**
 * Reads and checks a manifest. All faults are told at once, each with line and column, up to 50.
 *
 * @param source At most 256 KiB of UTF-8 without byte order mark.
 * @param fileName Name of the file in the issues.
 * @param host Where given, what this host has and allows is checked as well: roots, ceilings, capabilities.
 */
export function readManifest(source: Uint8Array | string, fileName: string = "ambit-plugin.json", host?: HostTerms): ManifestReading {
  const decoded = decodeManifest(source);
  if (!decoded.ok) return { ok: false, issues: [{ file: fileName, line: 1, column: 1, path: "", message: decoded.message }] };
  const issues = new IssueList(fileName, decoded.text);
  const warnings = new IssueList(fileName, decoded.text);
  const { root, faults } = parseJsonText(decoded.text);
  for (const fault of faults) issues.add(fault.offset, [], fault.message);
  return readTree({ root, issues, warnings, host });
}

/** Reads a manifest whose text is parsed, or that was made of another text; issues found before count as well. */
export function readTree({ root, issues, warnings, host }: Omit<CheckContext, "root"> & { readonly root: JsonNode | undefined }): ManifestReading {
  const manifest = root === undefined ? undefined : checkShape(root, issues);
  if (root !== undefined) checkManifest({ root, issues, warnings, host });
  if (manifest === undefined || !issues.isEmpty) return { ok: false, issues: issues.list() };
  return { ok: true, manifest, warnings: warnings.list() };
}

function checkShape(root: JsonNode, issues: IssueList): PluginManifest | undefined {
  const parsed = manifestSchema.safeParse(nodeValue(root));
  if (parsed.success) return parsed.data;
  for (const issue of plainIssues(parsed.error.issues)) {
    if (issues.isFull) break;
    addSchemaIssue(root, issues, issue);
  }
  return undefined;
}

function addSchemaIssue(root: JsonNode, issues: IssueList, issue: PlainIssue): void {
  const key = issue.path.at(-1);
  const unknownKey = issue.atKey && typeof key === "string" && issue.message === "is not known here";
  const near = unknownKey ? nearestWord(key, knownKeysAt(issue.path.slice(0, -1))) : undefined;
  const subject = typeof key === "string" ? `"${key}" ` : "";
  issues.addAt(root, issue.path, `${subject}${issue.message}${near === undefined ? "" : `: did you mean "${near}"?`}`, issue.atKey);
}
