import { statSync } from "node:fs";
import { resolve } from "node:path";
import { AmbitError } from "@ambit/api-types";
import type { RootRegistration } from "@ambit/api-host";

/**
 * Reads `name=folder` words (`rw:name=folder` for a writable one) into roots. Read-only unless it says `rw:`.
 *
 * @throws AmbitError `HOST_CONFIG_INVALID` naming the word.
 */
export function readRoots(words: readonly string[]): Record<string, RootRegistration> {
  const roots: Record<string, RootRegistration> = {};
  for (const word of words) {
    const match = /^(rw:)?([a-zA-Z][a-zA-Z0-9-]{0,63})=(.+)$/s.exec(word);
    if (match === null) throw new AmbitError("HOST_CONFIG_INVALID", `--root "${word}": write name=folder, or rw:name=folder to allow writing.`);
    const [, writable, name = "", folder = ""] = match;
    const hostPath = resolve(folder);
    if (statSync(hostPath, { throwIfNoEntry: false })?.isDirectory() !== true) throw new AmbitError("HOST_CONFIG_INVALID", `--root ${name}: "${folder}" is no folder.`);
    // Whoever names a folder on the command line lets the plugin's declared commands run there, where the plugin cannot write.
    roots[name] = { hostPath, access: writable === undefined ? "read" : "write", commands: writable === undefined };
  }
  return roots;
}

/** Takes `--root x` and `--root=x` out of words that stand after `--`, unless the tool has a parameter of that name. */
export function takeRootWords(words: readonly string[], toolHasRoot: boolean): { readonly roots: readonly string[]; readonly rest: readonly string[] } {
  if (toolHasRoot) return { roots: [], rest: words };
  const roots: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--root") roots.push(words[++at] ?? "");
    else if (word.startsWith("--root=")) roots.push(word.slice("--root=".length));
    else rest.push(word);
  }
  return { roots, rest };
}
