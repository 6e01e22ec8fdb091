/** Bundles the guest side (`src/prelude`) and the SDK's author side into `src/generated/prelude-bundle.ts`: `pnpm run build:prelude`. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build, type BuildOptions } from "esbuild";

const target = new URL("../src/generated/prelude-bundle.ts", import.meta.url);

async function bundle(entry: string, options: BuildOptions = {}): Promise<string> {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2024",
    conditions: ["@ambit/source"],
    external: ["ambit:entry"],
    minifyWhitespace: true,
    charset: "utf8",
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
    ...options,
    write: false,
  });
  return result.outputFiles[0]?.text ?? "";
}

/** The streams as a script whose value is what they export. */
async function streamsScript(): Promise<string> {
  const text = await bundle(fileURLToPath(new URL("../src/prelude/streams/main.ts", import.meta.url)), { format: "iife", globalName: "streams", charset: "ascii" });
  return `(() => {${text}return streams;})()`;
}

/** The text of the bundle file as the sources of the moment make it. */
export async function preludeBundleText(): Promise<string> {
  const prelude = await bundle(fileURLToPath(new URL("../src/prelude/main.ts", import.meta.url)));
  const sdk = await bundle(fileURLToPath(import.meta.resolve("@ambit/plugin-sdk")));
  const emdash = await bundle(fileURLToPath(import.meta.resolve("@ambit/plugin-sdk/emdash")));
  const escouade = await bundle(fileURLToPath(import.meta.resolve("@ambit/plugin-sdk/escouade")));
  return [
    "// Made by scripts/build-prelude.ts; do not edit.",
    "",
    "/** The guest side of the sandbox as one module. */",
    `export const preludeSource: string = ${JSON.stringify(prelude)};`,
    "",
    "/** The standard streams as a script, whose value is what they are by their names. */",
    `export const streamsSource: string = ${JSON.stringify(await streamsScript())};`,
    "",
    "/** What plugin code gets for `@ambit/plugin-sdk`. */",
    `export const sdkSource: string = ${JSON.stringify(sdk)};`,
    "",
    "/** What plugin code gets for `@ambit/plugin-sdk/emdash`. */",
    `export const emdashSource: string = ${JSON.stringify(emdash)};`,
    "",
    "/** What plugin code gets for `@ambit/plugin-sdk/escouade`. */",
    `export const escouadeSource: string = ${JSON.stringify(escouade)};`,
    "",
  ].join("\n");
}

if (import.meta.main) await writeFile(target, await preludeBundleText());
