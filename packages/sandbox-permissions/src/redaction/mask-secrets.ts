import { secretPattern } from "./secret-pattern.ts";

/** Stands for every secret: neither its length nor any part of it can be seen. */
export const SECRET_MASK = "[secret]";

/** A line of a secret of several lines that is long enough to be looked for by itself: logs are cut into lines. */
const LINE_CHARACTERS = 16;

/** Masks secrets in texts; made once for a set of secrets and used for many texts. */
export type SecretMask = (text: string) => string;

/**
 * Makes a mask for a set of secret values: each is replaced wherever it stands, raw or in percent, base64, hexadecimal,
 * JSON or HTML encoding, in any case of letters, longer ones first. A secret that its holder cuts up, encrypts or encodes twice cannot be seen.
 */
export function createSecretMask(secrets: readonly string[]): SecretMask {
  const values = new Set(secrets.flatMap((secret) => [secret, ...longLines(secret)]).filter((secret) => secret.trim() !== ""));
  if (values.size === 0) return (text) => text;
  const sources = [...values].toSorted((a, b) => b.length - a.length).map(secretPattern);
  // In any case of letters: a secret in a host's name comes out of the URL parser in lower case.
  const pattern = new RegExp(sources.join("|"), "giu");
  return (text) => text.replace(pattern, SECRET_MASK);
}

/** Masks secrets in one text; see {@link createSecretMask}. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  return createSecretMask(secrets)(text);
}

function longLines(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length === 1 ? [] : lines.filter((line) => line.trim().length >= LINE_CHARACTERS);
}
