import type { JsonObject, JsonValue } from "@ambit/api-types";

/** How a value is typed in. Whatever has no plain field is typed as JSON. */
export type FieldKind = "text" | "number" | "boolean" | "choice" | "json";

/** One property of an object schema as a field of a form. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly description: string;
  readonly choices: readonly string[];
  readonly initial: string;
}

/** The fields of an object schema, in its order; `values` are what they begin with, else their defaults. */
export function fieldsOf(schema: JsonObject | undefined, values: JsonObject = {}): readonly Field[] {
  const required = Array.isArray(schema?.["required"]) ? schema["required"] : [];
  return Object.entries(object(schema?.["properties"])).map(([name, value]) => toField(name, object(value), required.includes(name), values[name]));
}

function toField(name: string, schema: JsonObject, required: boolean, value: JsonValue | undefined): Field {
  const choices = Array.isArray(schema["enum"]) ? schema["enum"].filter((one): one is string => typeof one === "string") : [];
  const initial = value ?? schema["default"];
  return {
    name,
    kind: kindOf(schema, choices),
    required,
    description: typeof schema["description"] === "string" ? schema["description"] : "",
    choices,
    initial: initial === undefined ? "" : typeof initial === "string" ? initial : JSON.stringify(initial),
  };
}

function kindOf(schema: JsonObject, choices: readonly string[]): FieldKind {
  if (choices.length > 0) return "choice";
  if (schema["type"] === "string") return "text";
  if (schema["type"] === "number" || schema["type"] === "integer") return "number";
  return schema["type"] === "boolean" ? "boolean" : "json";
}

/** The values as typed; an empty field that is not required is left out. */
export function readValues(fields: readonly Field[], form: FormData): JsonObject {
  const args: Record<string, JsonValue> = {};
  for (const field of fields) {
    const typed = form.get(field.name);
    const text = typeof typed === "string" ? typed : "";
    if (field.kind === "boolean") args[field.name] = text !== "";
    else if (text !== "") args[field.name] = readValue(field, text);
  }
  return args;
}

function readValue(field: Field, text: string): JsonValue {
  if (field.kind === "number") return Number(text);
  if (field.kind !== "json") return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw new Error(`${field.name}: type JSON, such as ["a", "b"].`);
  }
}

function object(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
