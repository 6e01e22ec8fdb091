import type { SandboxBackend } from "@ambit/api-types";

/** Backends in order of preference: those of one kind (`wasm`, `js`) first, the others as they stood. */
export function preferBackend(backends: readonly SandboxBackend[], kind: "wasm" | "js"): readonly SandboxBackend[] {
  const isPreferred = ({ supports }: SandboxBackend): boolean => supports.runs.some((run) => run === kind || run.startsWith(`${kind}:`));
  return [...backends.filter(isPreferred), ...backends.filter((backend) => !isPreferred(backend))];
}
