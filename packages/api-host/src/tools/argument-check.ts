import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import { AmbitError, type JsonObject, type JsonValue, type ToolDeclaration } from "@ambit/api-types";

/**
 * Keywords that a tool's `params` cannot have: with references, or expressions that pick properties, an author could write a
 * schema whose check never ends, and it runs in the host.
 */
const refusedKeywords: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef", "patternProperties"]);

/** Keywords left to the plugin for the same reason: the host does not check them. */
const uncheckedKeywords: ReadonlySet<string> = new Set(["pattern", "format", "uniqueItems"]);

/** Keywords whose members are names of the author's choice, not keywords. */
const namingKeywords: ReadonlySet<string> = new Set(["properties", "dependentSchemas", "$defs", "definitions", "dependentRequired"]);

/** Keywords whose value is data. */
const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** Checks the arguments of one tool. @throws AmbitError `INVALID_PARAMS`. */
export type ArgumentCheck = (args: JsonObject) => void;

/**
 * Makes the check of a tool's arguments from its declaration.
 *
 * @throws AmbitError `MANIFEST_INVALID` for a schema that the host does not check.
 */
export function argumentCheck(tool: ToolDeclaration): ArgumentCheck {
  const where = `The arguments of the tool "${tool.name}"`;
  const validator = tool.params && new Validator(checkedSchema(tool.params, tool.name) as Schema, "2020-12");
  return (args) => {
    if (typeof args !== "object" || args === null || Array.isArray(args)) throw new AmbitError("INVALID_PARAMS", `${where} are one JSON object.`);
    const outcome = validator?.validate(args);
    if (outcome?.valid === false) throw new AmbitError("INVALID_PARAMS", `${where} are not those it declares: ${firstFault(outcome.errors)}`);
  };
}

/** A copy of a schema without what the host leaves to the plugin. */
function checkedSchema(schema: JsonValue, tool: string): JsonValue {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((inner: JsonValue) => checkedSchema(inner, tool));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !uncheckedKeywords.has(keyword))
      .map(([keyword, value]) => [keyword, checkedKeyword(keyword, value, tool)]),
  );
}

function checkedKeyword(keyword: string, value: JsonValue, tool: string): JsonValue {
  if (refusedKeywords.has(keyword)) throw new AmbitError("MANIFEST_INVALID", `The params of the tool "${tool}" use ${keyword}; write the schema without it.`);
  if (dataKeywords.has(keyword)) return value;
  return namingKeywords.has(keyword) ? checkedMembers(value, tool) : checkedSchema(value, tool);
}

function checkedMembers(members: JsonValue, tool: string): JsonValue {
  if (typeof members !== "object" || members === null || Array.isArray(members)) return members;
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, checkedSchema(schema, tool)]));
}

/** The innermost fault: the outer ones only say that something inside is wrong. */
function firstFault(errors: readonly OutputUnit[]): string {
  const fault = errors.at(-1);
  return fault === undefined ? "unknown." : `${fault.instanceLocation.replace(/^#\/?/, "").slice(0, 100) || "the object"}: ${fault.error.slice(0, 300)}`;
}
