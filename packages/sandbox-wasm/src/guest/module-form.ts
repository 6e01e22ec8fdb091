import type { StateNames } from "../snapshot/expose-state.ts";

/** Names of a reactor's turn, in the order they are looked for. */
export const turnExportNames: readonly string[] = ["ambit_turn", "escouade-turn"];

/** How a module is run: once per call, or by turns on a state that lives on. */
export type ModuleForm = "command" | "reactor";

/** What the host makes of a `run.wasm` and every instance of the plugin starts from. */
export interface WasmImage {
  /** Compiled once; memory bounded before that. */
  readonly module: unknown;
  readonly form: ModuleForm;
  /** Where its state is found, for a reactor that has a pristine instance for each call. */
  readonly state?: StateNames;
}

/** The form that a module's exports ask for; undefined where they ask for none. */
export function formOf(exportNames: readonly string[]): ModuleForm | undefined {
  if (turnExportNames.some((name) => exportNames.includes(name))) return "reactor";
  return exportNames.includes("_start") ? "command" : undefined;
}
