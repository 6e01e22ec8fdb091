/** Everything that is not seen as itself: controls, formats such as bidi marks, lone surrogates, private and unassigned characters, line separators. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Most texts: nothing to look for in them. */
const PLAIN = /^[\x20-\x7e]*$/;

/** A text from a stranger with its hidden characters spelled out as `\u{...}`, so that a reader sees what is there, on one line. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
