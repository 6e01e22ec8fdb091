import type { JsonObject, JsonValue, ToolDeclaration } from "@ambit/api-types";

/** Arguments for one try of a tool. */
export interface SampleArguments {
  readonly args: JsonObject;
  /** They stand in the manifest's schema as an example; else they are made up from it, and the tool may rightly refuse them. */
  readonly isExample: boolean;
}

const MOST_CHARACTERS = 1000;

/** The first of a tool's `params.examples`, or the least that its schema takes. */
export function sampleArguments({ params = {} }: ToolDeclaration): SampleArguments {
  const [example] = Array.isArray(params["examples"]) ? params["examples"] : [];
  if (isObject(example)) return { args: example, isExample: true };
  // A tool that takes nothing cannot be given anything wrong.
  const required = Array.isArray(params["required"]) ? params["required"] : [];
  return { args: leastOf({ type: "object", ...params }) as JsonObject, isExample: required.length === 0 };
}

function leastOf(schema: JsonObject): JsonValue {
  if (schema["const"] !== undefined) return schema["const"];
  for (const keyword of ["default", "examples", "enum"]) {
    const value = keyword === "default" ? schema[keyword] : first(schema[keyword]);
    if (value !== undefined) return value;
  }
  return leastOfType(schema);
}

function leastOfType(schema: JsonObject): JsonValue {
  switch (schema["type"]) {
    case "string":
      return "x".repeat(Math.min(Math.max(numberOf(schema["minLength"]), 1), MOST_CHARACTERS));
    case "integer":
    case "number":
      return numberOf(schema["minimum"]);
    case "boolean":
      return false;
    case "array":
      return Array.from({ length: Math.min(numberOf(schema["minItems"]), MOST_CHARACTERS) }, () => leastOf(isObject(schema["items"]) ? schema["items"] : {}));
    case "object":
      return objectOf(schema);
    default:
      return null;
  }
}

function objectOf(schema: JsonObject): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"].filter((name) => typeof name === "string") : [];
  return Object.fromEntries(required.map((name) => [name, leastOf(Object.hasOwn(properties, name) && isObject(properties[name]) ? properties[name] : {})]));
}

function first(list: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

function numberOf(value: JsonValue | undefined): number {
  return typeof value === "number" ? value : 0;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
