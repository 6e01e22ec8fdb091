import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { readManifest } from "@ambit/sandbox-permissions";
import { MANIFEST_FILE, manifestBytes } from "../build/plugin-sources.ts";
import { bundleName, tellBundle } from "../bundle/bundle-command.ts";
import { makeBundle } from "../bundle/make-bundle.ts";
import type { Output } from "../terminal/output.ts";
import { readCapabilities } from "../validate/capability-terms.ts";
import { generousTerms } from "../validate/find-problems.ts";
import { problemLine } from "../validate/problem.ts";

/** What `ambit publish` was asked. */
export interface PublishRequest {
  readonly folder: string;
  /** Folder of published plugins. */
  readonly to: string;
  /** File with the capabilities of the application that the plugin is for. */
  readonly capabilities: string | undefined;
}

/**
 * Builds and checks a plugin and puts its bundle into a folder of published ones, under its id. What the manifest is warned of
 * elsewhere, a deprecated name for one, is an error here; a version that was published stays as it is.
 */
export async function publishCommand({ folder, to, capabilities }: PublishRequest, output: Output): Promise<void> {
  const place = resolve(folder);
  refuseWarnings(place, capabilities);
  const made = await makeBundle(place, output);
  const file = join(resolve(to), made.plugin.manifest.id, bundleName(made));
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) {
    if (!readFileSync(file).equals(made.bytes)) throw new AmbitError("INVALID_PARAMS", `${file} is published, with other contents. Raise the version in ${MANIFEST_FILE}.`);
  } else {
    const unfinished = `${file}.${process.pid}.tmp`;
    writeFileSync(unfinished, made.bytes);
    renameSync(unfinished, file);
  }
  tellBundle(file, made, output);
}

function refuseWarnings(place: string, capabilities: string | undefined): void {
  const bytes = manifestBytes(place);
  const plain = readManifest(bytes, MANIFEST_FILE);
  const read = plain.ok && capabilities !== undefined ? readManifest(bytes, MANIFEST_FILE, { ...generousTerms(plain.manifest), capabilities: readCapabilities(capabilities) }) : plain;
  // Errors are told with all others.
  const warnings = read.ok ? read.warnings : [];
  if (warnings.length > 0) throw new AmbitError("BUNDLE_INVALID", warnings.map((issue) => problemLine({ ...issue, severity: "error" })).join("\n"));
}
