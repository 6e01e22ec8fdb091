import { callTable, type CallDefinition, type PermissionsDeclaration } from "@ambit/api-types";
import { consentLines, judge, judgeUpdate, type ManifestReading, parseNetworkEntry } from "@ambit/sandbox-permissions";
import { caseHost, readCaseManifest, readCaseText } from "../case-manifest.ts";
import type { CaseAdapter, CaseOutcome, CaseRow } from "../case-row.ts";
import { firstMessage, judged, plainFacts, policyOf } from "./case-policy.ts";
import { generatedText } from "./generated-text.ts";

type Partial = Readonly<Record<string, unknown>>;
type Read = Extract<ManifestReading, { readonly ok: true }>;

/** Manifest cases: one manifest, or an update from one to another. */
export const manifestAdapter: CaseAdapter = {
  kind: "manifest",
  run(row) {
    const { json, manifest, old, new: updated } = row.input;
    if (old !== undefined) return runUpdate(row, old as Partial, updated as Partial);
    if (typeof json === "string") return outcomeOf(readCaseText(json));
    const whole = manifest as Partial;
    if (typeof whole["_bytes"] === "string") return outcomeOf(readCaseText(Buffer.from(whole["_bytes"], "hex")));
    if (typeof whole["_generate"] === "string") return outcomeOf(readCaseText(generatedText(whole["_generate"])));
    return outcomeOf(readCaseManifest(whole));
  },
};

function outcomeOf(reading: ManifestReading): CaseOutcome {
  return reading.ok ? { decision: "allow", detail: "the manifest is read" } : { decision: "error", detail: firstMessage(reading) };
}

function runUpdate(row: CaseRow, old: Partial, updated: Partial): CaseOutcome {
  const [oldPublisher, newPublisher] = (row.input["publisher"] as readonly string[] | undefined) ?? [];
  const before = readCaseManifest(old, oldPublisher);
  const after = readCaseManifest(updated, newPublisher);
  if (!before.ok || !after.ok) return { decision: "error", detail: firstMessage(before) || firstMessage(after) };
  const granted = row.input["granted"] as PermissionsDeclaration | undefined;
  if (granted !== undefined && isAgreedTo(after, granted)) return { decision: "allow", detail: "a person agreed to all that the new version shows" };
  const removed = granted === undefined ? [] : takenAway(before, granted);
  const decision = judgeUpdate({ manifest: before.manifest, policy: policyOf(before, removed) }, { manifest: after.manifest, policy: policyOf(after, removed) });
  if (!decision.goesIn) return { decision: "deny", detail: `the update waits: ${decision.because}` };
  return granted === undefined ? { decision: "allow", detail: "the update goes in" } : stillRefused(before, after, removed);
}

/** Keys of the lines that a person sees of a version. */
function keysOf({ manifest }: Read): readonly string[] {
  return consentLines(manifest, caseHost).map((line) => line.key);
}

function keysGranted(granted: PermissionsDeclaration): ReadonlySet<string> {
  const kept = readCaseManifest({ permissions: granted });
  if (!kept.ok) throw new Error(`what was granted cannot be read: ${firstMessage(kept)}`);
  return new Set(keysOf(kept));
}

function isAgreedTo(after: Read, granted: PermissionsDeclaration): boolean {
  const keys = keysGranted(granted);
  return keysOf(after).length > 0 && keysOf(after).every((key) => keys.has(key));
}

/** Keys of the lines of a version that a person did not agree to: those that what was granted does not show. */
function takenAway(before: Read, granted: PermissionsDeclaration): readonly string[] {
  const keys = keysGranted(granted);
  return keysOf(before).filter((key) => !keys.has(key));
}

/** What was taken away from the old version stays away: a use of what the new one asks for first is judged. */
function stillRefused(before: Read, after: Read, removed: readonly string[]): CaseOutcome {
  const [network] = after.manifest.permissions.network ?? [];
  if (network !== undefined) {
    const entry = parseNetworkEntry(network.name);
    if (!entry.ok || entry.rule.kind !== "host") throw new Error("the case names no host to call");
    return judged(judge(policyOf(after, removed), { method: "net/fetch", params: { url: `https://${entry.rule.host}/` } }, callTable["net/fetch"] as CallDefinition, plainFacts));
  }
  const open = consentLines(after.manifest, caseHost).filter(({ key }) => !removed.includes(key));
  return removed.length > 0 && open.length === 0 ? { decision: "deny", detail: `what ${before.manifest.id} was not granted stays closed` } : { decision: "allow", detail: "it is granted" };
}
