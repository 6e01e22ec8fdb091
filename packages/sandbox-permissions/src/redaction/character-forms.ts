/** What may stand for one character of a secret in a text. All of it in lower case. */
export interface CharacterForms {
  /** Itself. */
  readonly plain: string;
  /** Other spellings that are known whole, such as `\n` or `&amp;`. */
  readonly spellings: readonly string[];
  /** Its bytes in hexadecimal, where it may be percent-encoded. */
  readonly bytes: readonly string[];
  /** Its number, where it may be an HTML reference. */
  readonly code: number | undefined;
}

/** How often a text may be percent-encoded and its secrets still be seen. */
const PERCENT_TIMES = 4;

/** Most zeros before the number of an HTML reference. */
const MOST_ZEROS = 6;

/** Most UTF-16 units that one unit of a secret can take in a text: three bytes, percent-encoded as often as is seen. */
export const MOST_UNITS: number = 3 * (1 + 2 * PERCENT_TIMES);

const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['"', ['\\"', "&quot;"]],
  ["\\", ["\\\\"]],
  ["/", ["\\/"]],
  ["\n", ["\\n"]],
  ["\r", ["\\r"]],
  ["\t", ["\\t"]],
  ["\b", ["\\b"]],
  ["\f", ["\\f"]],
  [" ", ["+"]],
  ["&", ["&amp;"]],
  ["<", ["&lt;"]],
  [">", ["&gt;"]],
  ["'", ["&apos;", "\\'"]],
]);

const known = new Map<string, CharacterForms>();

/** The forms of a character: itself, percent-encoded (also several times), as a JSON or JavaScript escape, as an HTML reference. */
export function characterForms(character: string): CharacterForms {
  const made = known.get(character);
  if (made !== undefined) return made;
  const forms = {
    plain: foldCase(character),
    spellings: [...(SPELLINGS.get(character) ?? []), ...scriptEscapes(character)],
    bytes: [...new TextEncoder().encode(character)].map(hexByte),
    code: character.codePointAt(0) ?? 0,
  };
  // Some thousand characters at most are worth remembering.
  if (known.size < 4096) known.set(character, forms);
  return forms;
}

/** Forms that are one or another fixed text, and nothing else. */
export function fixedForms(plain: string, spellings: readonly string[] = []): CharacterForms {
  return { plain, spellings, bytes: [], code: undefined };
}

/** A text in lower case, letter by letter; nothing moves in it. Hosts are written so, whatever a plugin put in them. */
export function foldCase(text: string): string {
  const ascii = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return NOT_ASCII.test(ascii) ? ascii.replace(/[\p{Lu}\u03c2]/gu, foldLetter) : ascii;
}

const NOT_ASCII = /[^\0-\x7f]/;

function foldLetter(letter: string): string {
  if (letter === "\u03c2") return "\u03c3";
  const folded = letter.toLowerCase();
  return folded.length === letter.length ? folded : letter;
}

/** A byte as two hexadecimal digits. */
export function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}

/** Everywhere a character that begins at a place of a text can end; the text in lower case. */
export function endsOf(forms: CharacterForms, text: string, at: number): readonly number[] {
  const ends = text.startsWith(forms.plain, at) ? [at + forms.plain.length] : [];
  for (const spelling of forms.spellings) if (text.startsWith(spelling, at)) ends.push(at + spelling.length);
  const first = text.charAt(at);
  if (first === "%" && forms.bytes.length > 0) ends.push(...percentEnds(forms.bytes, text, at));
  if (first === "&" && forms.code !== undefined) ends.push(...referenceEnds(forms.code, text, at));
  return ends;
}

function scriptEscapes(character: string): readonly string[] {
  const units = Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`).join("");
  const code = character.codePointAt(0) ?? 0;
  return code < 256 ? [units, `\\x${hexByte(code)}`] : [units];
}

/** `%41`, `%2541`, ...: where the byte is 25 itself, several ends are possible. */
function percentEnds(bytes: readonly string[], text: string, start: number): readonly number[] {
  let places: readonly number[] = [start];
  for (const byte of bytes) places = places.flatMap((at) => byteEnds(byte, text, at));
  return places;
}

function byteEnds(byte: string, text: string, start: number): readonly number[] {
  if (text.charAt(start) !== "%") return [];
  const ends: number[] = [];
  for (let at = start + 1, times = 0; times < PERCENT_TIMES; at += 2, times++) {
    if (text.startsWith(byte, at)) ends.push(at + 2);
    if (!text.startsWith("25", at)) break;
  }
  return ends;
}

function referenceEnds(code: number, text: string, start: number): readonly number[] {
  if (text.charAt(start + 1) !== "#") return [];
  const isHex = text.charAt(start + 2) === "x";
  const digits = `${code.toString(isHex ? 16 : 10)};`;
  let at = start + (isHex ? 3 : 2);
  for (let zeros = 0; zeros < MOST_ZEROS && text.charAt(at) === "0"; zeros++) at++;
  return text.startsWith(digits, at) ? [at + digits.length] : [];
}
