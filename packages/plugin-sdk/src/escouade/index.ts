/**
 * Runs plugins that were written for Escouade as JavaScript, unchanged: programs that speak JSON-RPC 2.0 over their input and output, one message
 * a line.
 *
 * Who uses it: whoever converts such a plugin. What belongs here: the lines, the greeting, what such a program finds of Node. What does
 * not: reading its manifests. Its WebAssembly modules need no adapter: their turn and their import have names of their own in the
 * WebAssembly sandbox.
 *
 * @packageDocumentation
 */

export { escouadePlugin } from "./escouade-plugin.ts";
export { escouadeRunModule } from "./escouade-modules.ts";
export { createInterface, type LineReader } from "./line-reader.ts";
