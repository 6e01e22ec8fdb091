import type { ForeignContext, TargetManifest } from "./foreign-reading.ts";
import type { SourceObject } from "./source-value.ts";

/** Puts `run` for a system whose manifests leave it to the folder: `run.wasm` or `run.js`, whichever is there. */
export function findCode(source: SourceObject, target: TargetManifest, { files }: ForeignContext): void {
  const wasm = files?.has("run.wasm") === true;
  if (wasm && files?.has("run.js") === true) return source.value.fault("the folder has both run.wasm and run.js: keep the one that runs");
  target.set("run", wasm ? { wasm: "run.wasm", abi: "preview1" } : { js: "run.js" }, source.value);
}
