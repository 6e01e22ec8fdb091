/** The part of JSON Schema that the call table is written in. */
export interface CallSchema {
  /** Several where a value may be of one of them. */
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, CallSchema>>;
  readonly required?: readonly string[];
  readonly items?: CallSchema | false;
  readonly prefixItems?: readonly CallSchema[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly additionalProperties?: CallSchema | boolean;
  readonly propertyNames?: CallSchema;
}

/** A named type that a call's types need, as a declaration. */
export interface NamedType {
  readonly name: string;
  readonly text: string;
}

const UNSIGNED_32 = 2 ** 32 - 1;

/** Words that WIT has a meaning for; as names they are written with `%`. */
const keywords: ReadonlySet<string> = new Set(
  "as async bool borrow char constructor enum export f32 f64 flags from func future import include interface list option own package record resource result s16 s32 s64 s8 static stream string tuple type u16 u32 u64 u8 use variant with world".split(" "),
);

/** A name of the table as a name of WIT: `bodyEncoding` becomes `body-encoding`. */
export function witName(name: string): string {
  const kebab = name.replaceAll("/", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return keywords.has(kebab) ? `%${kebab}` : kebab;
}

/**
 * The WIT type of a schema. Types that need a name are added to `named`, called after `name`. Whole numbers that may be larger
 * than 32 bits are `f64`, as they are in JSON; anything at all is `json`, a text.
 */
export function witType(schema: CallSchema, name: string, named: NamedType[]): string {
  if (schema.enum !== undefined) return enumType(schema.enum, name, named);
  // One of several types has no name in WIT.
  if (Array.isArray(schema.type)) return "json";
  switch (schema.type) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
    case "integer":
      return schema.type === "integer" && schema.minimum !== undefined && schema.minimum >= 0 && schema.maximum !== undefined && schema.maximum <= UNSIGNED_32 ? "u32" : "f64";
    case "array":
      return arrayType(schema, name, named);
    case "object":
      return schema.properties === undefined ? "json" : recordType(schema, name, named);
    case undefined:
      return "json";
    default:
      throw new Error(`No WIT type for ${String(schema.type)}.`);
  }
}

function arrayType({ items, prefixItems }: CallSchema, name: string, named: NamedType[]): string {
  if (prefixItems !== undefined) return `tuple<${prefixItems.map((item) => witType(item, `${name}-item`, named)).join(", ")}>`;
  return `list<${witType(items === undefined || items === false ? {} : items, `${name}-item`, named)}>`;
}

function enumType(cases: readonly string[], name: string, named: NamedType[]): string {
  named.push({ name, text: `enum ${name} { ${cases.map(witName).join(", ")} }` });
  return name;
}

function recordType({ properties = {}, required = [] }: CallSchema, name: string, named: NamedType[]): string {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const type = witType(schema, `${name}-${witName(key).replace("%", "")}`, named);
    return `    ${witName(key)}: ${required.includes(key) ? type : `option<${type}>`},\n`;
  });
  named.push({ name, text: `record ${name} {\n${fields.join("")}  }` });
  return name;
}

/** Where a value holds anything at all, as paths of keys; `[]` stands for every item of a list. */
export function jsonPlaces(schema: CallSchema, path: readonly string[] = []): readonly (readonly string[])[] {
  if (schema.type === "object" && schema.properties !== undefined) return Object.entries(schema.properties).flatMap(([key, inner]) => jsonPlaces(inner, [...path, key]));
  if (schema.type === "array" && schema.items !== undefined && schema.items !== false) return jsonPlaces(schema.items, [...path, "[]"]);
  return schema.enum === undefined && (schema.type === undefined || schema.type === "object" || Array.isArray(schema.type)) ? [path] : [];
}
