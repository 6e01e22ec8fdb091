import { AmbitError, type JsonObject, type JsonValue, type ToolDeclaration } from "@ambit/api-types";

/**
 * Turns `--path guide.md --deep --max=3` into a tool's arguments, by the types its schema declares. `--args '<json>'` gives them whole.
 *
 * @throws AmbitError `INVALID_PARAMS` naming the word.
 */
export function readToolArguments(tool: ToolDeclaration, words: readonly string[]): JsonObject {
  const args: Record<string, JsonValue> = {};
  for (let at = 0; at < words.length; at++) {
    const { name, text } = splitWord(words[at] ?? "");
    if (name === "args") return readWhole(text ?? words[at + 1] ?? "");
    const schema = propertyOf(tool, name);
    if (text === undefined && schema["type"] === "boolean") args[name] = true;
    else args[name] = readValue(name, schema, text ?? words[++at]);
  }
  return args;
}

function splitWord(word: string): { readonly name: string; readonly text?: string } {
  const match = /^--([^=]+)(?:=(.*))?$/s.exec(word);
  if (match === null) throw wrong(`"${word}" is no option: write --name value.`);
  const [, name = "", text] = match;
  return text === undefined ? { name } : { name, text };
}

function propertyOf(tool: ToolDeclaration, name: string): JsonObject {
  const properties = asObject(tool.params?.["properties"]);
  if (Object.hasOwn(properties, name)) return asObject(properties[name]);
  const known = Object.keys(properties).map((key) => `--${key}`).join(", ");
  throw wrong(`The tool "${tool.name}" has no parameter "${name}".${known === "" ? "" : ` It has ${known}.`}`);
}

function readValue(name: string, schema: JsonObject, text: string | undefined): JsonValue {
  if (text === undefined) throw wrong(`--${name} needs a value.`);
  if (schema["type"] === "string" || schema["type"] === undefined) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    throw wrong(`--${name}: "${text}" is no ${String(schema["type"])}.`);
  }
}

function readWhole(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as JsonValue;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Falls through to the one message for both faults.
  }
  throw wrong("--args needs a JSON object.");
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function wrong(message: string): AmbitError {
  return new AmbitError("INVALID_PARAMS", message);
}
