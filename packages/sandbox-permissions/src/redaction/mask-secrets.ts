import { foldCase } from "./character-forms.ts";
import { findAt, firstCharacters, searchesFor, type SecretSearch, type TextPart } from "./secret-search.ts";

/** Stands for every secret: neither its length nor any part of it can be seen. */
export const SECRET_MASK = "[secret]";

/** A line of a secret of several lines that is long enough to be looked for by itself: logs are cut into lines. */
const LINE_CHARACTERS = 16;

/** Masks secrets in texts; made once for a set of secrets and used for many texts. */
export type SecretMask = (text: string) => string;

/**
 * Makes a mask for a set of secret values: each is replaced wherever it stands, in upper or lower case, raw or in percent,
 * base64, hexadecimal, JSON or HTML encoding. A secret that its holder cuts up, encrypts or encodes twice cannot be seen.
 *
 * What it costs does not depend on what the values look like: values of many thousand characters, such as keys, are as good
 * as others.
 */
export function createSecretMask(secrets: readonly string[]): SecretMask {
  const values = new Set(secrets.flatMap((secret) => [secret, ...longLines(secret)]).filter((secret) => secret.trim() !== ""));
  if (values.size === 0) return (text) => text;
  const searches = byFirstCharacter([...values].flatMap(searchesFor));
  return (text) => masked(text, partsOf(foldCase(text), searches));
}

/** Masks secrets in one text; see {@link createSecretMask}. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createSecretMask(secrets)(text);
}

function longLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length === 1 ? [] : lines.filter((line) => line.trim().length >= LINE_CHARACTERS);
}

function byFirstCharacter(searches: readonly SecretSearch[]): ReadonlyMap<string, readonly SecretSearch[]> {
  const found = new Map<string, SecretSearch[]>();
  for (const search of searches) {
    for (const character of firstCharacters(search)) {
      const others = found.get(character);
      if (others === undefined) found.set(character, [search]);
      else others.push(search);
    }
  }
  return found;
}

/** The parts of a text that are a secret or of one, in order, those that overlap in one: the rest of a longer secret stays in none. */
function partsOf(text: string, searches: ReadonlyMap<string, readonly SecretSearch[]>): readonly TextPart[] {
  const parts: TextPart[] = [];
  // Within what a search has found it does not look again: a secret that repeats itself would be found at every turn.
  const searchedTo = new Map<SecretSearch, number>();
  for (let at = 0; at < text.length; at++) {
    for (const search of searches.get(text.charAt(at)) ?? []) {
      if (at < (searchedTo.get(search) ?? 0)) continue;
      const part = findAt(search, text, at);
      if (part === undefined) continue;
      searchedTo.set(search, part.end);
      const last = parts.at(-1);
      if (last === undefined || part.start >= last.end) parts.push(part);
      else parts[parts.length - 1] = { start: Math.min(last.start, part.start), end: Math.max(last.end, part.end) };
    }
  }
  return parts;
}

function masked(text: string, parts: readonly TextPart[]): string {
  let shown = "";
  let end = 0;
  for (const part of parts) {
    shown += text.slice(end, part.start) + SECRET_MASK;
    end = part.end;
  }
  return shown + text.slice(end);
}
