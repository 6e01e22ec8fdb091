// One secret, as a regular expression that finds it in the usual encodings. Each character may be encoded in its own
// way, so that a text with one character escaped is found as well.

/** Shorter than this, a secret is masked only where it stands as a whole word: it would hit ordinary text otherwise. */
const SHORT = 6;

/** Fewest base64 characters that a secret must determine by itself to be looked for in base64. */
const BASE64_CORE = 8;

/** The source of a pattern for one secret. */
export function secretPattern(secret: string): string {
  const plain = [...secret].map(characterPattern).join("");
  if (secret.length < SHORT) return `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`;
  return [plain, hexPattern(secret), ...base64Patterns(secret)].join("|");
}

/**
 * One character: percent-encoded (also twice), as a JSON or JavaScript escape, as an HTML reference, or itself. Itself
 * comes last, since `%`, `\` and `&` begin the other forms.
 */
function characterPattern(character: string): string {
  const forms = [percent(character), jsonEscape(character), htmlReference(character), ...(SHORT_ESCAPES.get(character) ?? []), escaped(character)];
  return `(?:${forms.join("|")})`;
}

const SHORT_ESCAPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['"', ['\\\\"', "&quot;"]],
  ["\\", ["\\\\\\\\"]],
  ["/", ["\\\\/"]],
  ["\n", ["\\\\n"]],
  ["\r", ["\\\\r"]],
  ["\t", ["\\\\t"]],
  ["\b", ["\\\\b"]],
  ["\f", ["\\\\f"]],
  [" ", ["\\+"]],
  ["&", ["&amp;"]],
  ["<", ["&lt;"]],
  [">", ["&gt;"]],
  ["'", ["&apos;", "\\\\'"]],
]);

/** Every character as a code point: nothing of a secret is ever syntax of the pattern. */
function escaped(character: string): string {
  return `\\u{${codePoint(character).toString(16)}}`;
}

function percent(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `%(?:25)*${anyCaseHex(byte.toString(16).padStart(2, "0"))}`).join("");
}

function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const long = units.map((unit) => `\\\\u${anyCaseHex(unit.toString(16).padStart(4, "0"))}`).join("");
  const byte = codePoint(character);
  return byte < 256 ? `${long}|\\\\x${anyCaseHex(byte.toString(16).padStart(2, "0"))}` : long;
}

function htmlReference(character: string): string {
  const code = codePoint(character);
  return `&#0*${code};|&#[xX]0*${anyCaseHex(code.toString(16))};`;
}

function hexPattern(secret: string): string {
  return [...new TextEncoder().encode(secret)].map((byte) => anyCaseHex(byte.toString(16).padStart(2, "0"))).join("");
}

function anyCaseHex(digits: string): string {
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/**
 * The secret inside a base64 text, at each of the three places it can have within a group of three bytes. What bits the
 * neighbours share with it goes with it, and the padding.
 */
function base64Patterns(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((shift) => {
    const text = Buffer.concat([new Uint8Array(shift), bytes]).toString("base64").replace(/=+$/, "");
    const start = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes.length) * 8) / 6);
    const core = text.slice(start, end);
    if (core.length < BASE64_CORE) return [];
    const shared = "[A-Za-z0-9+/_-]?";
    return [`${shift === 0 ? "" : shared}${[...core].map(base64Character).join("")}${end < text.length ? shared : ""}(?:=|%3[dD]){0,2}`];
  });
}

function base64Character(character: string): string {
  if (character === "+") return "(?:\\+|-|%2[bB])";
  if (character === "/") return "(?:\\/|_|%2[fF]|\\\\\\/)";
  return character;
}
