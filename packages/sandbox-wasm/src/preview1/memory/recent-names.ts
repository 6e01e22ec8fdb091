/** How many texts are kept. */
const slots = 64;

/** Longest text that is kept, in bytes. */
const longest = 64;

/**
 * Texts that were read out of a guest's memory lately. Programs name the same few files again and again, and comparing a name with one
 * that is there already costs less than making it anew.
 */
export class RecentNames {
  readonly #texts: (string | undefined)[] = Array.from({ length: slots });

  /** The text that the ASCII bytes at `pointer` are; `hash` is any number that equal bytes share. */
  read(bytes: Uint8Array, pointer: number, length: number, hash: number, make: Buffer): string {
    const slot = hash & (slots - 1);
    const kept = this.#texts[slot];
    if (kept !== undefined && isText(kept, bytes, pointer, length)) return kept;
    const text = make.toString("latin1", pointer, pointer + length);
    if (length <= longest) this.#texts[slot] = text;
    return text;
  }
}

function isText(text: string, bytes: Uint8Array, pointer: number, length: number): boolean {
  if (text.length !== length) return false;
  for (let at = 0; at < length; at += 1) if (text.charCodeAt(at) !== bytes[pointer + at]) return false;
  return true;
}
