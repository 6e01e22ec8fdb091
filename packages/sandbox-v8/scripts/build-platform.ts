/** Bundles the realm's own side (`src/platform`) into `src/generated/platform-bundle.ts`: `pnpm run build:platform`. */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const target = new URL("../src/generated/platform-bundle.ts", import.meta.url);

/** The text of the bundle file as the sources of the moment make it. */
export async function platformBundleText(): Promise<string> {
  const result = await build({
    entryPoints: [fileURLToPath(new URL("../src/platform/main.ts", import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2024",
    conditions: ["@ambit/source"],
    minifyWhitespace: true,
    charset: "utf8",
    absWorkingDir: fileURLToPath(new URL("..", import.meta.url)),
  });
  return [
    "// Made by scripts/build-platform.ts; do not edit.",
    "",
    "/** What runs in a plugin's realm before the prelude, as one module. */",
    `export const platformSource: string = ${JSON.stringify(result.outputFiles[0]?.text ?? "")};`,
    "",
  ].join("\n");
}

if (import.meta.main) await writeFile(target, await platformBundleText());
