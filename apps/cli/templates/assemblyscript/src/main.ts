// A command: one run a call. The call stands on standard input as {"tool", "arguments"}, the result is what is printed.
import { readInput, writeOutput } from "./wasi";

/** The string of a key of the call's arguments, as it stands in the JSON text, quotes and escapes included. */
function argument(call: string, key: string): string {
  const start = call.indexOf('"', call.indexOf(`"${key}":`, call.indexOf('"arguments":')) + key.length + 3);
  let end = start + 1;
  while (call.charAt(end) != '"') end += call.charAt(end) == "\\" ? 2 : 1;
  return call.substring(start + 1, end);
}

writeOutput(`{"text":"Hello, ${argument(readInput(), "name")}!"}`);
