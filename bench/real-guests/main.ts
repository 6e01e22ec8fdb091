/**
 * Runs programs that nobody built for Ambit through `ambit run`: CRuby, and the Yosys of YoWASP. They are too large to be
 * development dependencies, so the packages are installed by whoever runs this:
 *
 *     npm install --prefix <folder> --ignore-scripts @ruby/3.4-wasm-wasi @yowasp/yosys binaryen
 *     node bench/real-guests/main.ts <folder>
 *
 * @packageDocumentation
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRuby } from "./make-ruby.ts";
import { makeYosys } from "./make-yosys.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs one tool of a plugin by the command line; gives its output and how long all of it took, in milliseconds. */
function ambitRun(plugin: string, data: string, words: readonly string[], roots: Readonly<Record<string, string>>): { readonly output: string; readonly millis: number } {
  const given = Object.entries(roots).flatMap(([name, folder]) => ["--root", `${name}=${folder}`]);
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--conditions=@ambit/source", join(root, "apps/cli/src/main.ts"), "run", plugin, "--yes", "--data", data, ...given, "--", ...words], { encoding: "utf8" });
  if (status !== 0) throw new Error(`ambit run ended with ${status}: ${stderr}`);
  return { output: stdout, millis: performance.now() - start };
}

function runRuby(packages: string, scratch: string): void {
  const plugin = makeRuby(packages, join(scratch, "ruby"));
  const { output, millis } = ambitRun(plugin, join(scratch, "data"), ["count", "--files", '["guide.md","manifest.md"]'], { workspace: join(root, "docs") });
  const answer = JSON.parse(output) as { readonly ruby: string; readonly words: number };
  if (!(answer.words > 100)) throw new Error(`Ruby counted ${answer.words} words.`);
  console.log(`CRuby ${answer.ruby} counted ${answer.words} words in ${Math.round(millis)} ms, start of the command line included.`);
}

async function runYosys(packages: string, scratch: string): Promise<void> {
  const { plugin, share } = await makeYosys(packages, join(scratch, "yosys"));
  const workspace = join(scratch, "workspace");
  mkdirSync(workspace);
  cpSync(fileURLToPath(new URL("yosys/counter.v", import.meta.url)), join(workspace, "counter.v"));
  const { millis } = ambitRun(plugin, join(scratch, "data"), ["synth", "--file", "counter.v", "--top", "counter"], { "rw:workspace": workspace, share });
  const netlist = JSON.parse(readFileSync(join(workspace, "counter.json"), "utf8")) as { readonly modules: { readonly counter: { readonly cells: object } } };
  const cells = Object.keys(netlist.modules.counter.cells).length;
  if (!(cells > 8)) throw new Error(`Yosys made ${cells} cells.`);
  console.log(`Yosys made ${cells} gates of a counter in ${Math.round(millis)} ms, start of the command line included.`);
}

const [packages] = process.argv.slice(2);
if (packages === undefined) {
  console.error("Usage: node bench/real-guests/main.ts <folder with node_modules>");
  process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), "ambit-real-guests-"));
try {
  runRuby(packages, scratch);
  await runYosys(packages, scratch);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
