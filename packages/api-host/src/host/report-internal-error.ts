import { inspect } from "node:util";
import type { SecretBook } from "../secrets/secret-book.ts";

/** Writes failures of the host itself to standard error, with their causes, the secrets the host has seen masked. */
export function reportToStandardError(secrets: SecretBook): (error: unknown) => void {
  return (error) => process.stderr.write(`${secrets.maskAll(inspect(error))}\n`);
}
