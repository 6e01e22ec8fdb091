import { AmbitError } from "@ambit/api-types";
import type { InstallPreview } from "@ambit/api-host";
import { type Output, paint } from "../terminal/output.ts";

/** @throws AmbitError `INVALID_PARAMS` where a line is to be taken away that the plugin does not have. */
export function requireKnownLines({ lines }: InstallPreview, deny: readonly string[]): void {
  const known = new Set(lines.map(({ key }) => key));
  const unknown = deny.find((key) => !known.has(key));
  if (unknown !== undefined) throw new AmbitError("INVALID_PARAMS", `--deny "${unknown}" is no line of this plugin. Its lines: ${[...known].join(", ") || "none"}.`);
}

/** Shows each line, and whether it is granted. */
export function tellLines({ lines }: InstallPreview, deny: readonly string[], output: Output): void {
  for (const { key, text } of lines) output.note(`${deny.includes(key) ? paint("yellow", "denied ") : paint("green", "granted")}  ${text}  ${paint("dim", key)}`);
}
