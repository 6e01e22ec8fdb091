import { existsSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { SDK_MODULE } from "../build/build-typescript.ts";
import { MODULE_FILE } from "../build/manifest-module.ts";
import type { CodeFacts } from "./code-facts.ts";
import { positionAt, type Problem } from "./problem.ts";
import { type ModuleName, scanScript } from "./scan-script.ts";

/** Most bytes of one script that are looked at; a sandbox takes none that is larger. */
const SCRIPT_BYTES = 2 * 1024 * 1024;

/** Everything that a plugin's entry leads to. */
export interface ModuleGraph {
  readonly facts: CodeFacts;
  readonly problems: readonly Problem[];
}

/**
 * Follows the imports of a plugin's code through its folder. `isBundled`: packages may be imported, since a bundler puts them
 * into the plugin; the modules of Node never may.
 */
export function readModuleGraph(folder: string, entry: string, isBundled: boolean): ModuleGraph {
  const reader = new GraphReader(folder, isBundled);
  reader.read(entry);
  return { facts: { names: reader.names, texts: reader.texts, isOpaque: false }, problems: reader.problems };
}

class GraphReader {
  readonly names = new Set<string>();
  readonly texts = new Set<string>();
  readonly problems: Problem[] = [];
  readonly #folder: string;
  readonly #isBundled: boolean;
  readonly #seen = new Set<string>();

  constructor(folder: string, isBundled: boolean) {
    this.#folder = folder;
    this.#isBundled = isBundled;
  }

  read(file: string): void {
    if (this.#seen.has(file) || !/\.[cm]?[jt]s$/.test(file)) return;
    this.#seen.add(file);
    const place = join(this.#folder, file);
    if (statSync(place).size > SCRIPT_BYTES) return this.#add(file, "", 0, `is larger than ${SCRIPT_BYTES} bytes, which no sandbox loads`);
    const source = readFileSync(place, "utf8");
    const scan = scanScript(file, source);
    this.problems.push(...scan.problems);
    for (const name of scan.names) this.names.add(name);
    for (const text of scan.texts) this.texts.add(text);
    for (const module of scan.modules) this.#follow(file, source, module);
  }

  #follow(file: string, source: string, { specifier, offset }: ModuleName): void {
    if (specifier === SDK_MODULE) return;
    if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return this.#add(file, source, offset, `imports "${specifier}": a sandbox has no module of Node; use ctx and the standard interfaces`);
    if (!/^\.\.?\//.test(specifier)) {
      if (!this.#isBundled) this.#add(file, source, offset, `imports "${specifier}": a sandbox loads the plugin's own files ("./x.js") and "${SDK_MODULE}" alone; bundle packages into the plugin`);
      return;
    }
    const target = posix.join(posix.dirname(file), specifier);
    if (target.startsWith("../")) return this.#add(file, source, offset, `imports "${specifier}", which is outside the plugin`);
    // A build writes the manifest as a module; it is there by then, and uses nothing that it declares.
    if (this.#isBundled && target === MODULE_FILE) return;
    const found = this.#isBundled ? [target, `${target}.ts`, `${target}/index.ts`, target.replace(/\.js$/, ".ts")].find((path) => this.#has(path)) : this.#has(target) ? target : undefined;
    if (found === undefined) return this.#add(file, source, offset, `imports "${specifier}", and there is no such file`);
    this.read(found);
  }

  #has(path: string): boolean {
    const place = join(this.#folder, path);
    return existsSync(place) && statSync(place).isFile();
  }

  #add(file: string, source: string, offset: number, message: string): void {
    this.problems.push({ file, ...positionAt(source, offset), path: "", severity: "error", message });
  }
}
