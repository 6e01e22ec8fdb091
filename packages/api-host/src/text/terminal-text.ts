/**
 * What a terminal takes for an order, or what shows a line in another order than it stands: controls but for line feed and
 * tab (the second set of them, U+0080 to U+009F, too), bidi marks, line separators, lone surrogates.
 */
const ORDERS = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** A text from a stranger for a terminal or a log that people read in one: every order in it is spelled out as `\u{...}`. */
export function terminalText(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(ORDERS, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
