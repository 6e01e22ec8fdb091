import type { TargetManifest } from "./foreign-reading.ts";
import { makeList } from "./make-node.ts";
import type { SourceObject, SourceValue } from "./source-value.ts";

/** Most characters of texts that other systems let be longer. */
const MOST: Readonly<Record<string, number>> = { displayName: 80, description: 1024, license: 100, publisher: 100 };

/** Carries over a text that people are shown; one that is too long here is left out. */
export function carryText(source: SourceValue | undefined, target: TargetManifest, key: "displayName" | "description" | "license" | "publisher"): void {
  const text = source?.text();
  if (source === undefined || text === undefined) return;
  const most = MOST[key] ?? 0;
  if (text.length > most && key !== "publisher") source.lost(`is not carried over: here it has at most ${most} characters`);
  else target.put(key, source.node);
}

/** Carries over a member as it is. */
export function carry(source: SourceValue | undefined, target: TargetManifest, key: string): void {
  if (source !== undefined) target.put(key, source.node);
}

/** Carries over keywords, without those that are too long here. */
export function carryKeywords(source: SourceValue | undefined, target: TargetManifest): void {
  if (source === undefined) return;
  const kept = source.items().filter((item) => fits(item));
  target.put("keywords", makeList(kept.map(({ node }) => node), source.node.offset));
}

function fits(keyword: SourceValue): boolean {
  const text = keyword.text();
  if (text === undefined) return false;
  if (text.length > 50) keyword.lost("is not carried over: a keyword has at most 50 characters");
  return text.length <= 50;
}

/** What is shown where a manifest names no publisher. It is no name, so that it is not taken for one. */
const NO_PUBLISHER = "(not named)";

/** Sees to a publisher: consent to an update depends on it, and a plugin without one says so to whoever installs it. */
export function requirePublisher(source: SourceObject, target: TargetManifest): void {
  if (target.has("publisher")) return;
  target.set("publisher", NO_PUBLISHER, source.value);
  source.value.lost(`names no publisher: it is shown as "${NO_PUBLISHER}"`);
}
