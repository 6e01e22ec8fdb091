/** Writes the WIT package `ambit:plugin` and the table that the component host reads it by, from the call table: `pnpm run write:wit`. */
import { writeFile } from "node:fs/promises";
import { wireReference } from "@ambit/api-types";
import { type CallSchema, jsonPlaces, type NamedType, witName, witType } from "./wit-type.ts";

const head = `// Written from the call table by scripts/write-wit.ts; do not edit.
package ambit:plugin@1.0.0;

/// What all interfaces share.
interface types {
  /// Any JSON value, as a text.
  type json = string;

  /// Why a call was refused or failed: a stable code of the error registry, a sentence, and details as a JSON object.
  record error {
    code: string,
    message: string,
    details: json,
  }
}
`;

/** One function of the package. */
interface Declared {
  readonly method: string;
  readonly summary: string;
  readonly params: CallSchema;
  /** Absent where nothing comes back. */
  readonly result?: CallSchema;
}

/** Where a method stands: `kv/get` in the interface `kv` as `get`, one without a slash in an interface of its own name. */
export function placeOf(method: string): { readonly face: string; readonly func: string } {
  const [face = method, ...rest] = method.split("/");
  return { face, func: rest.length === 0 ? face : rest.join("-") };
}

function isEmpty(schema: CallSchema): boolean {
  return schema.type === "object" && schema.properties !== undefined && Object.keys(schema.properties).length === 0;
}

function declare({ method, summary, params, result }: Declared, func: string): string {
  const plain = witName(func).replace("%", "");
  const named: NamedType[] = [];
  const parameter = isEmpty(params) ? "" : `params: ${witType(params, `${plain}-params`, named)}`;
  const answer = result === undefined ? "" : ` -> result<${isEmpty(result) ? "_" : witType(result, `${plain}-result`, named)}, error>`;
  const types = named.map(({ text }) => `  ${text}\n\n`).join("");
  return `${types}  /// \`${method}\`: ${summary}\n  ${witName(func)}: func(${parameter})${answer};\n`;
}

function declareInterface(name: string, functions: readonly string[]): string {
  const body = functions.join("\n");
  const used = ["error", "json"].filter((type) => new RegExp(`\\b${type}\\b`).test(body.replaceAll(/^ *\/\/\/.*$/gm, "")));
  return `\ninterface ${witName(name)} {\n${used.length === 0 ? "" : `  use types.{${used.join(", ")}};\n\n`}${body}}\n`;
}

/** The calls that an application defines are known to no package: a component makes them by their names. */
const applicationInterface = declareInterface("application", [
  `  /// A call of the application's own, such as \`content/get\`; one that was not granted ends in \`PERMISSION_DENIED\`.\n  call: func(method: string, params: json) -> result<json, error>;\n`,
]);

/** The text of `wit/ambit-plugin.wit`. */
export function pluginWit(): string {
  const { calls, guestMethods } = wireReference();
  const faces = new Map<string, string[]>();
  for (const call of calls) {
    const { face, func } = placeOf(call.method);
    faces.set(face, [...(faces.get(face) ?? []), declare({ ...call, params: call.params as CallSchema, result: call.result as CallSchema }, func)]);
  }
  const guest = guestMethods.map(({ method, summary, kind, params }) => {
    // The first message is only agreed to; a tool's answer is whatever the tool says.
    const result: CallSchema | undefined = kind === "notification" ? undefined : method === "initialize" ? { type: "object", properties: {} } : {};
    return declare({ method, summary, params: params as CallSchema, ...(result !== undefined && { result }) }, method.replaceAll("/", "-"));
  });
  const imports = [...faces.keys(), "application"].map((face) => `  import ${witName(face)};\n`).join("");
  const world = `\n/// A plugin as a component. It may import less than this, and the interfaces of WASI besides.\nworld plugin {\n${imports}  export guest;\n}\n`;
  return [head, ...[...faces].map(([face, functions]) => declareInterface(face, functions)), applicationInterface, declareInterface("guest", guest), world].join("");
}

/** One function as the component host needs it. */
interface FunctionRow {
  readonly method: string;
  readonly face: string;
  readonly name: string;
  readonly params: readonly (readonly string[])[];
  readonly result: readonly (readonly string[])[];
}

/** The text of `src/generated/component-calls.ts`. */
export function componentCalls(): string {
  const rows: FunctionRow[] = wireReference().calls.map(({ method, params, result }) => {
    const { face, func } = placeOf(method);
    const name = func.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return { method, face, name, params: jsonPlaces(params as CallSchema), result: jsonPlaces(result as CallSchema) };
  });
  return `// Written from the call table by scripts/write-wit.ts; do not edit.

/** One function of \`ambit:plugin\` and the call it stands for. */
export interface ComponentCall {
  readonly method: string;
  /** Interface and function, as a component imports them. */
  readonly face: string;
  readonly name: string;
  /** Where its parameters and its result hold a JSON text for any value; \`[]\` stands for every item of a list. */
  readonly params: readonly (readonly string[])[];
  readonly result: readonly (readonly string[])[];
}

/** Every function that \`ambit:plugin\` offers. */
export const componentCalls: readonly ComponentCall[] = [
${rows.map((row) => `  ${JSON.stringify(row)},\n`).join("")}];
`;
}

if (import.meta.main) {
  await writeFile(new URL("../wit/ambit-plugin.wit", import.meta.url), pluginWit());
  await writeFile(new URL("../src/generated/component-calls.ts", import.meta.url), componentCalls());
}
