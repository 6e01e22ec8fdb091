import { unicodeHost } from "./host-name.ts";

const NEUTRAL = "\\p{Script=Common}\\p{Script=Inherited}";

/** Scripts that living names are written in (Unicode's recommended scripts). */
const SCRIPTS: readonly string[] = [
  "Latin", "Cyrillic", "Greek", "Armenian", "Georgian", "Hebrew", "Arabic", "Thaana", "Ethiopic",
  "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala",
  "Thai", "Lao", "Tibetan", "Myanmar", "Khmer", "Han", "Hiragana", "Katakana", "Hangul", "Bopomofo",
];

/** Scripts that are written together. */
const MIXTURES: readonly (readonly string[])[] = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

const pure = SCRIPTS.map((script) => only([script]));
const mixed = MIXTURES.map(only);

function only(scripts: readonly string[]): RegExp {
  return new RegExp(`^[${NEUTRAL}${scripts.map((script) => `\\p{Script=${script}}`).join("")}]*$`, "u");
}

/** Letters of other scripts that are drawn like Latin ones: a word of these alone reads as a Latin word. */
const TWINS: readonly { readonly script: RegExp; readonly word: RegExp }[] = [
  { script: only(["Cyrillic"]), word: /^[асԁеһіјӏорԛѕԝхуъьҽпгѵѡҮүАВЕЅІЈКМНОРСТХУԌ\p{Nd}_-]+$/u },
  { script: only(["Greek"]), word: /^[αικνρυωηοτϲϳχγΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\p{Nd}_-]+$/u },
  { script: only(["Armenian"]), word: /^[ագզէլհյոսւօՕՍ\p{Nd}_-]+$/u },
];

/** Scripts whose letters are drawn like one another's. */
const RELATED: readonly RegExp[] = ["Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic"].map((script) => new RegExp(`\\p{Script=${script}}`, "u"));

/** Latin letters that are drawn like other Latin letters and occur in no common orthography. */
const LATIN_TWINS = /[ɑɡɩʟꞮꭺꮯ]/u;

const ASCII = /^[\0-\x7f]*$/;

/** Why a host could be taken for another one, in a few words, or undefined. Takes the ASCII form. */
export function hostLookAlike(host: string): string | undefined {
  if (!host.includes("xn--")) return undefined;
  const labels = unicodeHost(host).split(".");
  const top = labels.at(-1) ?? "";
  for (const label of labels.filter((text) => !ASCII.test(text))) {
    if (LATIN_TWINS.test(label)) return "has letters that look like other Latin ones";
    if (![...pure, ...mixed].some((pattern) => pattern.test(label))) return "mixes letters of different scripts in one label";
    if (isTwin(label, top)) return "is written in letters that look like Latin ones";
  }
  return undefined;
}

/** Why a text shown to people could be taken for another one, or undefined. A whole text in one script is never refused. */
export function textLookAlike(text: string): string | undefined {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const hasLatin = words.some((word) => /\p{Script=Latin}/u.test(word));
  for (const word of words.filter((candidate) => !ASCII.test(candidate))) {
    if (LATIN_TWINS.test(word)) return "has letters that look like other Latin ones";
    if (RELATED.filter((script) => script.test(word)).length > 1) return "mixes letters of different scripts in one word";
    if (hasLatin && isTwin(word, "")) return "has a word in letters that look like Latin ones, beside Latin words";
  }
  return undefined;
}

/** A word of look-alike letters alone. Under a top-level domain of its own script it is an ordinary name. */
function isTwin(word: string, top: string): boolean {
  const ownTop = (script: RegExp): boolean => top !== "" && !ASCII.test(top) && script.test(top);
  return TWINS.some((twin) => twin.word.test(word) && twin.script.test(word) && !ownTop(twin.script));
}
