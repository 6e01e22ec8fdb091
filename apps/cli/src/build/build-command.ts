import { resolve } from "node:path";
import type { Output } from "../terminal/output.ts";
import { buildPlugin } from "./build-plugin.ts";

/** Builds a plugin from its sources. */
export async function buildCommand(folder: string, output: Output): Promise<void> {
  const sources = await buildPlugin(resolve(folder), output);
  const text = sources.kind === "none" ? "Nothing to build: the plugin has no src/main.ts and no src/main.c." : `${sources.target} is built from ${sources.entry}.`;
  output.result({ ...sources }, text);
}
