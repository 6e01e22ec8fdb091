import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { AmbitError } from "@ambit/api-types";
import { buildPlugin } from "../build/build-plugin.ts";
import { packageFolder } from "../package-folder.ts";
import { type Output, paint } from "../terminal/output.ts";
import { templateFiles, templates } from "./template.ts";

/** What `ambit init` was asked. */
export interface InitRequest {
  readonly folder: string;
  readonly template: string;
  /** The plugin's id; from the folder's name where absent. */
  readonly id?: string;
  readonly publisher: string;
}

/** Writes a plugin that works into a folder. Nothing is written where a file of it is there already. */
export async function initCommand(request: InitRequest, output: Output): Promise<void> {
  const folder = resolve(request.folder);
  if (!Object.hasOwn(templates, request.template)) throw new AmbitError("INVALID_PARAMS", `There is no template "${request.template}". There are ${Object.keys(templates).join(", ")}.`);
  const id = request.id ?? idFrom(basename(folder));
  const files = templateFiles(request.template, { id, publisher: request.publisher, cliVersion: ownVersion() });
  const taken = files.find(({ path }) => existsSync(join(folder, path)));
  if (taken !== undefined) throw new AmbitError("INVALID_PARAMS", `${join(request.folder, taken.path)} is there already. Name an empty folder.`);
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: "wx" });
  }
  const built = await buildIfPossible(folder, output);
  const next = [`ambit test ${request.folder}`, `ambit dev ${request.folder}`];
  output.result({ id, folder, files: files.map(({ path }) => path), built }, [`${paint("bold", id)} stands in ${request.folder}:`, ...files.map(({ path }) => `  ${path}`), "", "Go on with", ...next.map((line) => `  ${line}`)].join("\n"));
}

/** A plugin that is compiled is built at once, where the compiler is there; where not, a person is told what to install. */
async function buildIfPossible(folder: string, output: Output): Promise<boolean> {
  try {
    return (await buildPlugin(folder, output)).kind !== "none";
  } catch (error) {
    if (!AmbitError.isInstance(error) || error.code !== "BACKEND_UNAVAILABLE") throw error;
    output.note(paint("yellow", error.message));
    return false;
  }
}

function idFrom(name: string): string {
  const id = name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-").replace(/^-+/, "").slice(0, 64).replace(/-+$/, "");
  if (id === "") throw new AmbitError("INVALID_PARAMS", `No id can be made of the folder's name "${name}". Name one with --id.`);
  return id;
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8")) as { version: string };
  return `^${version}`;
}
