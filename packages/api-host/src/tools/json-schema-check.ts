import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { AmbitError, type JsonObject, type JsonValue } from "@ambit/api-types";

/**
 * Keywords that an author's schema cannot have: with references, or expressions that pick properties, an author could write a
 * schema whose check never ends, and it runs in the host.
 */
const refusedKeywords: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef", "patternProperties"]);

/** Keywords left to the plugin for the same reason: the host does not check them. */
const uncheckedKeywords: ReadonlySet<string> = new Set(["pattern", "format", "uniqueItems"]);

/** Keywords whose members are names of the author's choice, not keywords. */
const namingKeywords: ReadonlySet<string> = new Set(["properties", "dependentSchemas", "$defs", "definitions", "dependentRequired"]);

/** Keywords whose value is data. */
const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** Checks one object. @throws AmbitError `INVALID_PARAMS`. */
export type ObjectCheck = (value: JsonObject) => void;

/**
 * Makes a check from a JSON Schema (2020-12) that a plugin's author wrote.
 *
 * @param where what is checked, for errors, such as `The arguments of the tool "report"`.
 * @throws AmbitError `MANIFEST_INVALID` for a schema that the host does not check.
 */
export function jsonSchemaCheck(schema: JsonObject | undefined, where: string): ObjectCheck {
  const validator = schema && new Validator(checkedSchema(schema, where) as Schema, "2020-12");
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw new AmbitError("INVALID_PARAMS", `${where}: they are one JSON object.`);
    const outcome = validator?.validate(value);
    if (outcome?.valid === false) throw new AmbitError("INVALID_PARAMS", `${where} are not those that are declared: ${firstFault(outcome.errors)}`);
  };
}

/** A copy of a schema without what the host leaves to the plugin. */
function checkedSchema(schema: JsonValue, where: string): JsonValue {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((inner: JsonValue) => checkedSchema(inner, where));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !uncheckedKeywords.has(keyword))
      .map(([keyword, value]) => [keyword, checkedKeyword(keyword, value, where)]),
  );
}

function checkedKeyword(keyword: string, value: JsonValue, where: string): JsonValue {
  if (refusedKeywords.has(keyword)) throw new AmbitError("MANIFEST_INVALID", `${where}: their schema uses ${keyword}; write it without.`);
  if (dataKeywords.has(keyword)) return value;
  return namingKeywords.has(keyword) ? checkedMembers(value, where) : checkedSchema(value, where);
}

function checkedMembers(members: JsonValue, where: string): JsonValue {
  if (typeof members !== "object" || members === null || Array.isArray(members)) return members;
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, checkedSchema(schema, where)]));
}

/** The innermost fault: the outer ones only say that something inside is wrong. */
function firstFault(errors: readonly OutputUnit[]): string {
  const fault = errors.at(-1);
  return fault === undefined ? "unknown." : `${fault.instanceLocation.replace(/^#\/?/, "").slice(0, 100) || "the object"}: ${fault.error.slice(0, 300)}`;
}
