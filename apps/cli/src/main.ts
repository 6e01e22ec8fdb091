import { CommanderError } from "commander";
import { createProgram } from "./program.ts";

try {
  await createProgram().parseAsync();
} catch (error) {
  // Commander has said what is wrong and set the exit code; anything else is a fault of the program.
  if (!(error instanceof CommanderError)) throw error;
}
