import { AmbitError } from "@ambit/api-types";
import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RuntimePlugin, ScriptLanguage, ScriptRuntime } from "../script-runtime.ts";
import { type Python, findPython } from "./find-python.ts";
import type { VenvStore } from "./venv-store.ts";
import type { WarmPython } from "./warm-python.ts";

/** File in a plugin's folder that names the packages its scripts need. */
const REQUIREMENTS_FILE = "requirements.txt";

const MOST_BYTES = 64 * 1024;

/** How Python scripts are run. */
export interface PythonOptions {
  /** The interpreter's path, or its name on the host's search path. Default `python3`. */
  readonly command?: string;
  /** Where environments of plugins with requirements are built; such plugins are refused without. */
  readonly venvs?: VenvStore;
  /** Keeps interpreters warm; each call begins one anew where absent. */
  readonly warm?: WarmPython;
}

/** Scripts in Python, run by the host's interpreter or by an environment of the plugin's own. */
export class PythonLanguage implements ScriptLanguage {
  readonly extensions: readonly string[] = [".py"];
  readonly #options: PythonOptions;
  #python: Promise<Python> | undefined;

  constructor(options: PythonOptions = {}) {
    this.#options = options;
  }

  async runtimeFor(plugin: RuntimePlugin, signal: AbortSignal | undefined): Promise<ScriptRuntime> {
    const runtime = await this.#coldRuntime(plugin, signal);
    const { warm } = this.#options;
    return warm === undefined ? runtime : { ...runtime, run: (spec, terms) => warm.run(spec, terms) };
  }

  async #coldRuntime(plugin: RuntimePlugin, signal: AbortSignal | undefined): Promise<ScriptRuntime> {
    const python = await this.#find();
    const requirements = readRequirements(plugin.bundleDir);
    if (requirements === undefined) return python;
    if (this.#options.venvs === undefined) throw new AmbitError("BACKEND_UNAVAILABLE", "It needs Python packages, and the host names no package index. Its operator can: python.packageIndex in host.json, or AMBIT_PACKAGE_INDEX for the command line.");
    return this.#options.venvs.runtimeFor(python, { requirements, ...(plugin.onConnection !== undefined && { onRecord: plugin.onConnection }) }, signal);
  }

  /** One that was not found may be installed by the next call. */
  #find(): Promise<Python> {
    this.#python ??= findPython(this.#options.command).catch((error: unknown) => {
      this.#python = undefined;
      throw error;
    });
    return this.#python;
  }
}

/** The requirements of a plugin; undefined where it has none. A file of comments alone asks for nothing. */
function readRequirements(bundleDir: string): string | undefined {
  const path = join(bundleDir, REQUIREMENTS_FILE);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile() || stats.size > MOST_BYTES) throw new AmbitError("BUNDLE_INVALID", `${REQUIREMENTS_FILE} is no file of at most ${MOST_BYTES} bytes.`);
  const text = readFileSync(path, "utf8");
  return text.split("\n").some((line) => /^\s*[^#\s]/.test(line)) ? text : undefined;
}
