import type { CallDefinition } from "@ambit/api-types";

/** Namespaces that every plugin's `ctx` has; the others are there where something of them is granted. */
const ALWAYS = ["kv"];

/** Statements that make one call from a plugin in TypeScript, `ctx` at hand. */
export function typeScriptExample({ method, example }: CallDefinition): string {
  if (method === "log") {
    const { level, message } = example as { readonly level: string; readonly message: string };
    return `ctx.log.${level}(${JSON.stringify(message)});`;
  }
  const [space = "", name = ""] = method.split("/");
  const params = literal(example);
  if (space === "timer") return `const answer = await ctx.call(${JSON.stringify(method)}, ${params});`;
  return `const answer = await ctx.${ALWAYS.includes(space) ? `${space}.${name}` : `${space}?.${name}?.`}(${params});`;
}

/** Statements that make one call from a plugin in C, with `ambit.h`. */
export function cExample({ method, example }: CallDefinition): string {
  return [
    `char *answer = ambit_ask(${JSON.stringify(method)}, ${JSON.stringify(JSON.stringify(example))}, NULL);`,
    'ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");',
    "if (result.at != NULL) ambit_write_all(result.at, result.length);",
    "free(answer);",
  ].join("\n");
}

/** A module with every TypeScript example, so that the compiler sees what the page shows. */
export function typeScriptExamples(calls: readonly CallDefinition[]): string {
  const entries = calls.map((call) => `  ${JSON.stringify(call.method)}: async (ctx: PluginContext): Promise<void> => {\n${indented(typeScriptExample(call), 4)}${call.method === "log" ? "" : "\n    void answer;"}\n  },`);
  return [
    "// Made by `npm run reference`; do not edit.",
    'import type { PluginContext } from "@ambit/plugin-sdk";',
    "",
    '/** The example of each call, as the page "The calls" shows it. */',
    "export const callExamples: Readonly<Record<string, (ctx: PluginContext) => Promise<void>>> = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}

/** A program with every C example, in command form: its tool `call` makes the call that the argument `method` names. */
export function cExamples(calls: readonly CallDefinition[]): string {
  const name = (call: CallDefinition): string => `call_${call.method.replace(/[^a-zA-Z0-9]/g, "_")}`;
  const functions = calls.map((call) => `static void ${name(call)}(void) {\n${indented(cExample(call), 4)}\n}\n`);
  const rows = calls.map((call) => `    {${JSON.stringify(call.method)}, ${name(call)}},`);
  return ["/* Made by `npm run reference`; do not edit. */", '#include "ambit.h"', "", ...functions, `static const struct {\n    const char *method;\n    void (*run)(void);\n} all[] = {\n${rows.join("\n")}\n};`, "", MAIN, ""].join("\n");
}

const MAIN = `int main(void) {
    char *input = ambit_read_all(NULL);
    if (input == NULL) return 1;
    ambit_text tool = ambit_path(ambit_text_of(input), "tool");
    if (tool.length == sizeof "\\"digest\\"" - 1 && memcmp(tool.at, "\\"digest\\"", tool.length) == 0) return ambit_write_all(EXAMPLES_DIGEST, sizeof EXAMPLES_DIGEST - 1) ? 0 : 1;
    char *method = ambit_string(ambit_path(ambit_text_of(input), "arguments.method"), NULL);
    free(input);
    for (size_t at = 0; method != NULL && at < sizeof all / sizeof *all; at++)
        if (strcmp(all[at].method, method) == 0) return all[at].run(), free(method), 0;
    free(method);
    return 1;
}`;

/** A JSON value as TypeScript, keys bare where they may be, in one line. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${/^[a-zA-Z_]\w*$/.test(key) ? key : JSON.stringify(key)}: ${literal(inner)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function indented(text: string, spaces: number): string {
  return text.split("\n").map((line) => `${" ".repeat(spaces)}${line}`).join("\n");
}
