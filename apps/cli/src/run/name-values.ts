import { AmbitError } from "@ambit/api-types";

/**
 * Reads `name=value` words.
 *
 * @param option the option they were given with, for errors; a value is never shown, since it may be a secret.
 * @throws AmbitError `INVALID_PARAMS` naming the option.
 */
export function readNameValues(option: string, words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at < 1) throw new AmbitError("INVALID_PARAMS", `${option}: write name=value.`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
