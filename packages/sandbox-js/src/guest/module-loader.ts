import { realpathSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { AmbitError } from "@ambit/api-types/guest";
import { ENTRY_MODULE, PRELUDE_MODULE, SDK_MODULE } from "./module-names.ts";
import { servedModule, servedSource } from "./served-modules.ts";

/** Most bytes of one module's source. */
export const MODULE_BYTES: number = 2 * 1024 * 1024;
/** Most bytes of all of a plugin's modules. */
export const ALL_MODULES_BYTES: number = 8 * 1024 * 1024;
/** Most modules of a plugin. */
export const MOST_MODULES = 500;

/** What the engine asks for when plugin code imports something. What it throws reaches the guest: it holds no host path and no stack. */
export interface ModuleLoader {
  /** The module's name: its path inside the plugin, or that of a module which the sandbox serves. */
  normalize(importer: string, specifier: string): string;
  /** The module's source. */
  load(name: string): string;
}

/**
 * Makes a loader for the files of one plugin's folder; nothing outside it is ever read.
 *
 * @throws AmbitError `SAND_JS_LOAD_FAILED` where there is no such folder.
 */
export function createModuleLoader(bundleDir: string, entry: string): ModuleLoader {
  const folder = realFolder(bundleDir) + sep;
  const left = { bytes: ALL_MODULES_BYTES, modules: MOST_MODULES };
  return {
    normalize: (importer, specifier) => {
      if (specifier === ENTRY_MODULE && importer === PRELUDE_MODULE) return entry;
      return servedModule(specifier) ?? resolveInside(importer, specifier);
    },
    load: (name) => {
      const served = servedSource(name);
      if (served !== undefined) return served;
      if (left.modules-- <= 0) throw refusal(`The plugin has more than ${MOST_MODULES} modules.`);
      const source = readModule(folder, name, left.bytes);
      left.bytes -= source.byteLength;
      return decode(source, name);
    },
  };
}

function realFolder(bundleDir: string): string {
  try {
    return realpathSync(bundleDir);
  } catch (cause) {
    throw new AmbitError("SAND_JS_LOAD_FAILED", "The plugin's folder is not there.", { cause });
  }
}

function resolveInside(importer: string, specifier: string): string {
  const shown = specifier.slice(0, 200);
  if (specifier.startsWith("node:")) throw refusal(`${importer} imports "${shown}": Node's modules are not offered in a sandbox.`);
  if (!/^\.\.?\//.test(specifier)) throw refusal(`${importer} imports "${shown}": only the plugin's own files ("./x.js") and "${SDK_MODULE}" can be imported; bundle packages into the plugin.`);
  const parts = importer.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) throw refusal(`${importer} imports "${shown}", which is outside the plugin.`);
    } else if (part !== ".") parts.push(part);
  }
  const path = parts.join("/");
  if (!/\.m?js$/.test(path) || /[\\:\0]/.test(path)) throw refusal(`${importer} imports "${shown}": a module's file name ends in .js or .mjs.`);
  return path;
}

function readModule(folder: string, name: string, left: number): Buffer {
  const most = Math.min(MODULE_BYTES, left);
  try {
    const file = realpathSync(join(folder, name));
    const found = statSync(file);
    if (file.startsWith(folder) && found.isFile()) {
      if (found.size > most) throw refusal(`The module "${name}" is too large: at most ${MODULE_BYTES} bytes each, ${ALL_MODULES_BYTES} together.`);
      return readFileSync(file);
    }
  } catch (error) {
    if (error instanceof ModuleRefusal) throw error;
  }
  throw refusal(`The module "${name}" is not a file of the plugin.`);
}

function decode(source: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(source);
  } catch {
    throw refusal(`The module "${name}" is not UTF-8 text.`);
  }
}

class ModuleRefusal extends Error {}

/** An error whose stack is empty: the engine would copy the host's own into the guest. */
function refusal(message: string): ModuleRefusal {
  return Object.assign(new ModuleRefusal(message), { name: "ImportError", stack: "" });
}
