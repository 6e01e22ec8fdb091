import { emdashSource, escouadeSource, sdkSource } from "../generated/prelude-bundle.ts";
import { EMDASH_MODULE, ESCOUADE_MODULE, SDK_MODULE } from "./module-names.ts";

/** The modules that plugin code may import beside the plugin's own files, by name. */
const sources: Readonly<Record<string, string>> = { [SDK_MODULE]: sdkSource, [EMDASH_MODULE]: emdashSource, [ESCOUADE_MODULE]: escouadeSource };

/** Names under which plugins of other hosts import theirs. */
const aliases: Readonly<Record<string, string>> = { emdash: EMDASH_MODULE };

/** The name of the module that the sandbox serves for a specifier; undefined where it serves none. */
export function servedModule(specifier: string): string | undefined {
  const name = Object.hasOwn(aliases, specifier) ? aliases[specifier] : specifier;
  return name !== undefined && Object.hasOwn(sources, name) ? name : undefined;
}

/** The source of a module that the sandbox serves. */
export function servedSource(name: string): string | undefined {
  return Object.hasOwn(sources, name) ? sources[name] : undefined;
}
