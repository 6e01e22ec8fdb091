/**
 * The `ambit` command line.
 *
 * Who uses it: plugin authors and operators. What belongs here: reading arguments, showing results, exit codes. What does not:
 * anything a host integrator would need too, which is in api-host.
 *
 * @packageDocumentation
 */

export { createProgram } from "./program.ts";
export { exitCodes } from "./terminal/exit-code.ts";
