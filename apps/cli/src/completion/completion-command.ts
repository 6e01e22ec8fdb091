import { AmbitError } from "@ambit/api-types";
import type { Command } from "commander";
import type { Output } from "../terminal/output.ts";
import { completionScript, shells } from "./completion-script.ts";

/** Prints a script with which a shell completes this program's words. */
export function completionCommand(shell: string, program: Command, output: Output): void {
  if (!shells.includes(shell)) throw new AmbitError("INVALID_PARAMS", `Completion is offered for ${shells.join(", ")}, not for "${shell}".`);
  const script = completionScript(shell, program);
  output.result({ shell, script }, script.trimEnd());
}
