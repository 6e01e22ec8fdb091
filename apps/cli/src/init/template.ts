import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFolder } from "../package-folder.ts";

/** The templates that `ambit init` knows, with what each is for. */
export const templates: Readonly<Record<string, string>> = {
  js: "JavaScript, no build step",
  ts: "TypeScript, bundled by `ambit build`",
  c: "C, compiled to WebAssembly by clang",
  assemblyscript: "AssemblyScript, compiled to WebAssembly",
  python: "a tool in Python",
};

/** What a template's files are filled in with. */
export interface TemplateValues {
  readonly id: string;
  readonly publisher: string;
  readonly cliVersion: string;
}

/** One file that a template writes. */
export interface TemplateFile {
  /** Relative, `/`-separated. */
  readonly path: string;
  readonly text: string;
}

/** The files of a template, filled in. */
export function templateFiles(name: string, values: TemplateValues): readonly TemplateFile[] {
  const folder = join(fileURLToPath(packageFolder), "templates", name);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1).replaceAll("\\", "/"));
  return paths.sort().map((path) => ({ path: targetPath(path), text: filledIn(readFileSync(join(folder, path), "utf8"), values) }));
}

/** A packed package cannot hold a `.gitignore` of another folder: the packer would obey it. */
function targetPath(path: string): string {
  return path === "gitignore" ? ".gitignore" : path;
}

function filledIn(text: string, values: TemplateValues): string {
  return text.replaceAll(/\{\{(id|publisher|cliVersion)\}\}/g, (_all, key: keyof TemplateValues) => JSON.stringify(values[key]).slice(1, -1));
}
