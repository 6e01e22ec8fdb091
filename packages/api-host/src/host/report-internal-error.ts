import { inspect } from "node:util";
import type { SecretBook } from "../secrets/secret-book.ts";

/** Writes failures of the host itself to standard error, with their causes, the secrets the host has seen masked. */
export function reportToStandardError(secrets: SecretBook): (error: unknown) => void {
  return (error) => process.stderr.write(`${secrets.maskAll(inspect(error))}\n`);
}

/** Hands failures of the host itself on; one in which a secret that the host has seen stands, as a text in which it is masked. */
export function reportMasked(secrets: SecretBook, take: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    const text = inspect(error);
    const masked = secrets.maskAll(text);
    take(masked === text ? error : Object.assign(new Error(masked), { stack: masked }));
  };
}
