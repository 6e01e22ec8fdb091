import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What the merged module may use; more would be written as an engine does not read it yet. */
const features = ["bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals", "multivalue", "reference-types"].map((name) => `--enable-${name}`);

/** Makes a plugin of CRuby's own module: merged with a start of a few lines, since its exports are those of a library. */
export function makeRuby(packages: string, plugin: string): string {
  mkdirSync(plugin, { recursive: true });
  const tool = (name: string, ...args: string[]): void => {
    execFileSync(process.execPath, [join(packages, "node_modules/binaryen/bin", name), ...args], { stdio: ["ignore", "ignore", "inherit"] });
  };
  const parts = [["no-javascript", "rb-js-abi-host"], ["handles", "canonical_abi"], ["start", "start"]] as const;
  const own = parts.flatMap(([file, name]) => {
    const module = join(plugin, `${file}.part`);
    tool("wasm-as", place(`${file}.wat`), "-o", module);
    return [module, name];
  });
  tool("wasm-merge", join(packages, "node_modules/@ruby/3.4-wasm-wasi/dist/ruby+stdlib.wasm"), "ruby", ...own, "-o", join(plugin, "run.wasm"), ...features);
  for (const file of ["ambit-plugin.json", "count.rb"]) cpSync(place(file), join(plugin, file));
  return plugin;
}

function place(file: string): string {
  return fileURLToPath(new URL(`ruby/${file}`, import.meta.url));
}
