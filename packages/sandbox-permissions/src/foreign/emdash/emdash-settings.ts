import type { JsonObject } from "@ambit/api-types";
import type { JsonNode } from "../../manifest/json-node.ts";
import { nodeValue } from "../../manifest/json-node.ts";
import type { TargetManifest } from "../foreign-reading.ts";
import { makeList, makeNode, makeObject } from "../make-node.ts";
import type { SourceObject, SourceValue } from "../source-value.ts";

const PLAIN_TYPES: Readonly<Record<string, JsonObject>> = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  url: { type: "string", format: "uri" },
  email: { type: "string", format: "email" },
  select: { type: "string" },
};

/** Members of a setting that say the same in JSON Schema under another name. */
const SAME_MEANING: readonly (readonly [string, string])[] = [["label", "title"], ["description", "description"], ["default", "default"], ["min", "minimum"], ["max", "maximum"]];

/** Converts a `settingsSchema` to the JSON Schema of `config`; a secret setting becomes a declared secret. */
export function convertSettings(settings: SourceValue | undefined, target: TargetManifest): void {
  const fields = settings?.object();
  if (settings === undefined || fields === undefined) return;
  const properties: [string, JsonNode][] = [];
  const secrets: JsonNode[] = [];
  for (const [name, value] of fields.takeRest()) {
    const field = value.object();
    const type = field?.take("type");
    const kind = type?.text();
    if (field === undefined || type === undefined || kind === undefined) value.fault('must have a "type"');
    else if (kind === "secret") secrets.push(secretNode(name, field));
    else if (Object.hasOwn(PLAIN_TYPES, kind)) properties.push([name, convertField(field, PLAIN_TYPES[kind] ?? {})]);
    else type.fault(`"${kind}" is no type of a setting`);
  }
  const { offset } = settings.node;
  if (secrets.length > 0) target.ask("secrets", makeList(secrets, offset));
  if (properties.length > 0) target.put("config", makeObject([["type", makeNode("object", offset)], ["properties", makeObject(properties, offset)]], offset));
}

function secretNode(name: string, field: SourceObject): JsonNode {
  field.value.lost("is read with the secrets here, not with the settings");
  return makeNode(name, field.value.node.offset);
}

function convertField(field: SourceObject, plain: JsonObject): JsonNode {
  const { offset } = field.value.node;
  const members = Object.entries(plain).map(([key, value]): [string, JsonNode] => [key, makeNode(value, offset)]);
  for (const [theirs, ours] of SAME_MEANING) {
    const value = field.take(theirs);
    if (value !== undefined) members.push([ours, value.node]);
  }
  const options = field.take("options");
  if (options !== undefined) members.push(["enum", makeList(options.items().flatMap((option) => option.object()?.take("value")?.node ?? []), options.node.offset)]);
  for (const [key, value] of field.takeRest()) value.lost(`"${key}" (${JSON.stringify(nodeValue(value.node))}) is for their own form of settings`);
  return makeObject(members, offset);
}
