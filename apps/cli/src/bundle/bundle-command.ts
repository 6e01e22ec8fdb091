import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { AmbitError } from "@ambit/api-types";
import type { Output } from "../terminal/output.ts";
import { type MadeBundle, makeBundle } from "./make-bundle.ts";

/** Builds a plugin, checks it, and writes it as one file. */
export async function bundleCommand(folder: string, out: string | undefined, output: Output): Promise<void> {
  const place = resolve(folder);
  const made = await makeBundle(place, output);
  const file = outputFile(place, out, bundleName(made));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, made.bytes);
  tellBundle(file, made, output);
}

/** The usual name of a bundle's file. */
export function bundleName({ plugin: { manifest } }: MadeBundle): string {
  return `${manifest.id}-${manifest.version}.tar`;
}

/** Says where a bundle is and by what it is known. */
export function tellBundle(file: string, { plugin, bytes, sha256 }: MadeBundle, output: Output): void {
  const { bundleDigest, files } = plugin;
  output.result({ file, bytes: bytes.byteLength, sha256, bundleDigest, files: files.length }, `${file}\n${files.length} files, ${bytes.byteLength} bytes\nsha256 ${sha256}\nbundle ${bundleDigest}`);
}

/** A bundle inside the plugin's folder would be a file of the next one, unless its name begins with a dot. */
function outputFile(folder: string, out: string | undefined, name: string): string {
  const file = out === undefined ? join(folder, ".ambit", name) : resolve(out);
  const inside = relative(folder, file);
  if (!inside.startsWith("..") && !inside.split(/[\\/]/).some((part) => part.startsWith("."))) throw new AmbitError("INVALID_PARAMS", `--out "${out}" is inside the plugin's folder, and would be a file of the next bundle. Name a place outside.`);
  return file;
}
