import { exitCodeOf } from "./exit-code.ts";
import { createOutput, type Output } from "./output.ts";

/** Runs a command with its output; what it throws is shown and becomes the exit code. */
export async function guarded(options: { readonly json?: boolean }, command: (output: Output) => Promise<void>): Promise<void> {
  const output = createOutput(options.json === true);
  try {
    await command(output);
  } catch (error) {
    output.error(error);
    process.exitCode = exitCodeOf(error);
  }
}
