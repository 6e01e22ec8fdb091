import { AmbitError } from "@ambit/api-types";
import { componentCalls } from "../generated/component-calls.ts";

/** Interfaces of WASI 0.2 that are offered, and their packages. */
const wasi: Readonly<Record<string, readonly string[]>> = {
  cli: ["environment", "exit", "stdin", "stdout", "stderr", "terminal-input", "terminal-output", "terminal-stdin", "terminal-stdout", "terminal-stderr"],
  clocks: ["monotonic-clock", "wall-clock"],
  filesystem: ["preopens", "types"],
  http: ["types", "outgoing-handler"],
  io: ["error", "poll", "streams"],
  random: ["random", "insecure", "insecure-seed"],
  sockets: ["instance-network", "ip-name-lookup", "network", "tcp", "tcp-create-socket", "udp", "udp-create-socket"],
};

const offered: ReadonlySet<string> = new Set([
  ...Object.entries(wasi).flatMap(([name, faces]) => faces.map((face) => `wasi:${name}/${face}`)),
  ...componentCalls.map(({ face }) => `ambit:plugin/${face}`),
  "ambit:plugin/types",
  "ambit:plugin/application",
]);

/** The names of all interfaces that a component can import, without their versions. */
export function offeredNames(): readonly string[] {
  return [...offered];
}

/**
 * Checks that a component imports nothing but interfaces that are offered.
 *
 * @throws AmbitError `SAND_WASM_WASI_VERSION_UNSUPPORTED` for another WASI, `SAND_WASM_IMPORT_UNKNOWN` for anything else, naming it.
 */
export function checkComponentImports(imports: readonly string[]): void {
  for (const name of imports) {
    const [face = "", version] = name.split("@");
    const shown = `"${name.length <= 100 ? name : `${name.slice(0, 99)}…`}"`;
    if (face.startsWith("wasi:") && version !== undefined && !version.startsWith("0.2.")) throw new AmbitError("SAND_WASM_WASI_VERSION_UNSUPPORTED", `The component imports ${shown}, of a WASI version that is not offered.`);
    if (!offered.has(face)) throw new AmbitError("SAND_WASM_IMPORT_UNKNOWN", `The component imports ${shown}, which the host does not offer.`);
  }
}
