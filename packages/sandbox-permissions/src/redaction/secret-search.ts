import { type CharacterForms, characterForms, endsOf, fixedForms, foldCase, hexByte } from "./character-forms.ts";

/** Shorter than this, a secret is masked only where it stands as a whole word: it would hit ordinary text otherwise. */
const SHORT = 6;

/** Fewest base64 characters that a secret must determine by itself to be looked for in base64. */
const BASE64_CORE = 8;

/** One encoding of one secret, to be looked for. */
export interface SecretSearch {
  readonly characters: readonly CharacterForms[];
  /** Only where no letter or digit stands before or after it. */
  readonly isWord: boolean;
  /** Characters of base64 at its ends that hold bits of it beside others'; undefined where it is no base64. */
  readonly shared?: { readonly before: boolean; readonly after: boolean };
}

/** A part of a text. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/**
 * The searches for one secret: in plain text, each character encoded in its own way or not at all; and, unless it is short,
 * in hexadecimal and in base64.
 */
export function searchesFor(secret: string): readonly SecretSearch[] {
  const plain = { characters: [...secret].map(characterForms), isWord: secret.length < SHORT };
  if (plain.isWord) return [plain];
  const bytes = new TextEncoder().encode(secret);
  return [plain, { characters: [...bytes].map((byte) => fixedForms(hexByte(byte))), isWord: false }, ...base64Searches(bytes)];
}

/** First characters, in lower case, of all that a search can find. */
export function firstCharacters({ characters }: SecretSearch): ReadonlySet<string> {
  const [first] = characters;
  if (first === undefined) return new Set();
  const texts = [first.plain, ...first.spellings, ...(first.bytes.length > 0 ? ["%"] : []), ...(first.code === undefined ? [] : ["&"])];
  return new Set(texts.map((text) => text.charAt(0)));
}

/**
 * What a search finds at a place of a text: the longest; undefined where it finds nothing there.
 *
 * @param text in lower case, as {@link foldCase} makes it.
 */
export function findAt(search: SecretSearch, text: string, start: number): TextPart | undefined {
  const { characters, isWord, shared } = search;
  if (characters.length > text.length - start) return undefined;
  let ends: readonly number[] = [start];
  for (const character of characters) {
    const [only] = ends;
    ends = ends.length === 1 && only !== undefined ? endsOf(character, text, only) : [...new Set(ends.flatMap((at) => endsOf(character, text, at)))];
    if (ends.length === 0) return undefined;
  }
  const whole = isWord ? ends.filter((end) => isWholeWord(text, start, end)) : ends;
  if (whole.length === 0) return undefined;
  const found = { start, end: Math.max(...whole) };
  return shared === undefined ? found : withShared(found, shared, text);
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 2), start)) && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}

/** The secret inside a base64 text, at each of the three places it can have within a group of three bytes. */
function base64Searches(bytes: Uint8Array): readonly SecretSearch[] {
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([new Uint8Array(shift), bytes]).toString("base64").replace(/=+$/, "");
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = text.slice(start, end);
    if (core.length < BASE64_CORE) return [];
    return [{ characters: [...core].map(base64Forms), isWord: false, shared: { before: shift !== 0, after: end < text.length } }];
  });
}

function base64Forms(character: string): CharacterForms {
  if (character === "+") return fixedForms("+", ["-", "%2b"]);
  return character === "/" ? fixedForms("/", ["_", "%2f", "\\/"]) : fixedForms(foldCase(character));
}

/** What bits the neighbours share with the secret goes with it, and the padding. */
function withShared({ start, end }: TextPart, shared: { readonly before: boolean; readonly after: boolean }, text: string): TextPart {
  const isBase64 = (at: number): boolean => /[a-z0-9+/_-]/.test(text.charAt(at));
  let last = shared.after && isBase64(end) ? end + 1 : end;
  for (let times = 0; times < 2; times++) last += text.startsWith("=", last) ? 1 : text.startsWith("%3d", last) ? 3 : 0;
  return { start: shared.before && start > 0 && isBase64(start - 1) ? start - 1 : start, end: last };
}
