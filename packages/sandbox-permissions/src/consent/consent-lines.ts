import type { ConsentLine } from "@ambit/api-types";
import { type AskingManifest, type DeclaredLine, declaredLines } from "../policy/declared-lines.ts";
import type { HostTerms } from "../policy/host-terms.ts";
import { type ConsentSpeech, lineContent } from "./line-content.ts";
import { severityRank } from "./severity-rank.ts";
import { wordingFor } from "./wording.ts";

/**
 * What an install window shows: one line per thing a manifest asks for, in fixed words, the most worrying first. Limits
 * have no line: they open nothing.
 *
 * @param language Tag of the wanted language; English where neither the table nor the host has it.
 * @throws AmbitError `MANIFEST_INVALID`, or `ROOT_UNKNOWN` for a root the host does not have.
 */
export function consentLines(manifest: AskingManifest, host: HostTerms, language: string = "en"): readonly ConsentLine[] {
  const words = wordingFor(language, host.wordings);
  return declaredLines(manifest, host)
    .map((line) => consentLine(line, host, { words, language }))
    .toSorted((a, b) => severityRank[a.severity] - severityRank[b.severity] || compareText(a.text, b.text) || compareText(a.key, b.key));
}

function consentLine(line: DeclaredLine, host: HostTerms, speech: ConsentSpeech): ConsentLine {
  return {
    key: line.key,
    ...lineContent(line.declared, host, speech),
    ...(line.reason !== undefined && { reason: line.reason }),
    ...(host.applicationName !== undefined && { enforcedBy: speech.words.enforcedBy(host.applicationName) }),
  };
}

/** By code unit: the same order on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
