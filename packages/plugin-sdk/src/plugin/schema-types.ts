import type { JsonObject, JsonValue } from "@ambit/api-types";

/** What a value looks like that a JSON Schema describes. What the schema does not say is any JSON. */
export type SchemaValue<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Kind }
      ? KindValue<Kind, Schema>
      : JsonValue;

type KindValue<Kind, Schema> = Kind extends "string"
  ? string
  : Kind extends "number" | "integer"
    ? number
    : Kind extends "boolean"
      ? boolean
      : Kind extends "null"
        ? null
        : Kind extends "array"
          ? readonly (Schema extends { readonly items: infer Items } ? SchemaValue<Items> : JsonValue)[]
          : Kind extends "object"
            ? ObjectValue<Schema>
            : JsonValue;

type ObjectValue<Schema> = Schema extends { readonly properties: infer Properties }
  ? Together<
      { readonly [Key in keyof Properties as Key extends RequiredKey<Schema> ? Key : never]: SchemaValue<Properties[Key]> } & {
        readonly [Key in keyof Properties as Key extends RequiredKey<Schema> ? never : Key]?: SchemaValue<Properties[Key]>;
      }
    >
  : JsonObject;

type RequiredKey<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never;

/** One object type in place of several, as editors show it best. */
type Together<Parts> = { [Key in keyof Parts]: Parts[Key] };
