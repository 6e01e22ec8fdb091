import type { ConsentLine, ConsentSeverity } from "@ambit/api-types";
import { type AskingManifest, type DeclaredLine, declaredLines } from "../policy/declared-lines.ts";
import type { HostTerms } from "../policy/host-terms.ts";
import { lineContent } from "./line-content.ts";
import { type ConsentWording, wordingFor } from "./wording.ts";

const RANK: Readonly<Record<ConsentSeverity, number>> = { danger: 0, high: 1, medium: 2, low: 3 };

/**
 * What an install window shows: one line per thing a manifest asks for, in fixed words, the most worrying first. Limits
 * have no line: they open nothing.
 *
 * @param language Tag of the wanted language; English where the table lacks it.
 * @throws AmbitError `MANIFEST_INVALID`, or `ROOT_UNKNOWN` for a root the host does not have.
 */
export function consentLines(manifest: AskingManifest, host: HostTerms, language: string = "en"): readonly ConsentLine[] {
  const words = wordingFor(language);
  return declaredLines(manifest, host)
    .map((line) => consentLine(line, host, words))
    .toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || compareText(a.text, b.text) || compareText(a.key, b.key));
}

function consentLine(line: DeclaredLine, host: HostTerms, words: ConsentWording): ConsentLine {
  return {
    key: line.key,
    ...lineContent(line.declared, host, words),
    ...(line.reason !== undefined && { reason: line.reason }),
    ...(host.applicationName !== undefined && { enforcedBy: words.enforcedBy(host.applicationName) }),
  };
}

/** By code unit: the same order on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
