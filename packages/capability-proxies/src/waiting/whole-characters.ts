/** Most bytes of a character in UTF-8. */
const mostBytes = 4;

/** How many of the bytes are left when a character that is cut off at their end is left out. */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(mostBytes, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return charBytes(byte) > back ? bytes.length - back : bytes.length;
  }
  // No character begins near the end: it is no text, and cutting it does no harm.
  return bytes.length;
}

function charBytes(first: number): number {
  if (first < 0xc2) return 1;
  if (first < 0xe0) return 2;
  if (first < 0xf0) return 3;
  return first < 0xf5 ? mostBytes : 1;
}
