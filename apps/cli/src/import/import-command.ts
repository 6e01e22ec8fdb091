import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AmbitError, type JsonValue, MANIFEST_BYTES } from "@ambit/api-types";
import { findForeignManifests, type ForeignManifest, foreignManifests, type ManifestIssue, writeManifest } from "@ambit/sandbox-permissions";
import { requirePlugin } from "../run/require-plugin.ts";
import { type Output, paint } from "../terminal/output.ts";

const OWN = "ambit-plugin.json";

/** Files that a conversion may look for beside the manifest. */
const BESIDE: readonly string[] = ["package.json", "backend.js", "run.js", "run.wasm"];

/** Writes an `ambit-plugin.json` beside the manifest of another system, and says what could not be carried over. */
export function importCommand(folder: string, output: Output): void {
  requirePlugin(folder);
  if (existsSync(join(folder, OWN))) throw new AmbitError("INVALID_PARAMS", `${OWN} is there already: move it away to make it anew.`);
  const { form, files } = findOne(folder);
  const reading = form.read(files.get(form.path) ?? "", { fileName: form.path, files });
  if (!reading.ok) throw new AmbitError("MANIFEST_INVALID", reading.issues.map(issueText).join("\n"));
  // Not over a file that was made meanwhile.
  writeFileSync(join(folder, OWN), writeManifest(reading.manifest), { flag: "wx" });
  for (const warning of reading.warnings) output.note(paint("yellow", issueText(warning)));
  output.result({ written: OWN, from: form.path, system: form.system, warnings: reading.warnings } as unknown as JsonValue, `${OWN} was written from ${form.path} of ${form.system}.`);
}

function findOne(folder: string): { readonly form: ForeignManifest; readonly files: ReadonlyMap<string, Uint8Array> } {
  const names = [...foreignManifests.map(({ path }) => path), ...BESIDE].filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true);
  const [form, another] = findForeignManifests(new Set(names));
  if (form === undefined) throw new AmbitError("INVALID_PARAMS", `The folder has no manifest that is read: ${foreignManifests.map(({ path }) => path).join(", ")}.`);
  if (another !== undefined) throw new AmbitError("INVALID_PARAMS", `The folder has ${form.path} and ${another.path}: keep the one to be converted.`);
  return { form, files: new Map(names.map((name) => [name, boundedFile(join(folder, name))])) };
}

/** Code is looked for by its name only, so that what is larger than a manifest need not be read. */
function boundedFile(path: string): Uint8Array {
  return statSync(path).size > MANIFEST_BYTES ? new Uint8Array(MANIFEST_BYTES + 1) : readFileSync(path);
}

function issueText({ file, line, column, path, message }: ManifestIssue): string {
  return `${file}:${line}:${column}: ${path === "" ? "" : `${path}: `}${message}`;
}
