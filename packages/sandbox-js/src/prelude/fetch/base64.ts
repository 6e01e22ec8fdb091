// The engines have these, from the standard that follows ES2024; the compiler's library does not know them yet.

/** Bytes as Base64. */
export const toBase64 = (bytes: Uint8Array): string => (bytes as unknown as { toBase64(): string }).toBase64();

/** Bytes of a Base64 text. */
export const fromBase64 = (text: string): Uint8Array => (Uint8Array as unknown as { fromBase64(text: string): Uint8Array }).fromBase64(text);
