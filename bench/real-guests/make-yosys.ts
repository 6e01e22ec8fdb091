import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A folder as the package keeps it: texts, bytes, files elsewhere, and folders. */
interface Tree {
  readonly [name: string]: string | Uint8Array | URL | Tree;
}

/** Makes a plugin of YoWASP's own module, and beside it the folder of libraries that it reads. */
export async function makeYosys(packages: string, folder: string): Promise<{ readonly plugin: string; readonly share: string }> {
  const gen = join(packages, "node_modules/@yowasp/yosys/gen");
  const plugin = join(folder, "plugin");
  mkdirSync(plugin, { recursive: true });
  cpSync(join(gen, "yosys.core.wasm"), join(plugin, "run.wasm"));
  cpSync(fileURLToPath(new URL("yosys/ambit-plugin.json", import.meta.url)), join(plugin, "ambit-plugin.json"));
  const share = join(folder, "share");
  const resources = (await import(pathToFileURL(join(packages, "node_modules/@yowasp/yosys/gen/resources-yosys.js")).href)) as { readonly filesystem: { readonly share: Tree } };
  writeTree(resources.filesystem.share, share);
  return { plugin, share };
}

function writeTree(tree: Tree, folder: string): void {
  for (const [name, value] of Object.entries(tree)) {
    const place = join(folder, name);
    mkdirSync(dirname(place), { recursive: true });
    if (value instanceof URL) cpSync(fileURLToPath(value), place);
    else if (typeof value === "string" || value instanceof Uint8Array) writeFileSync(place, value);
    else writeTree(value, place);
  }
}
