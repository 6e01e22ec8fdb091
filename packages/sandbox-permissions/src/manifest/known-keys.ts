import { manifestJsonSchema } from "@ambit/api-types";
import type { ManifestPath } from "./manifest-issue.ts";

interface SchemaPart {
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly items?: SchemaPart;
  readonly anyOf?: readonly SchemaPart[];
  readonly additionalProperties?: SchemaPart | boolean;
}

let schema: SchemaPart | undefined;

/** The published schema, made once: a manifest of a stranger can ask for it thousands of times. */
function publishedSchema(): SchemaPart {
  return (schema ??= manifestJsonSchema() as SchemaPart);
}

/** Keys that the published schema knows for the object at a path; none where it knows no such object. */
export function knownKeysAt(path: ManifestPath): readonly string[] {
  let parts: readonly SchemaPart[] = [publishedSchema()];
  for (const part of path) parts = parts.flatMap(forms).flatMap((schema) => step(schema, part));
  return parts.flatMap(forms).flatMap((schema) => Object.keys(schema.properties ?? {}));
}

function forms(schema: SchemaPart): readonly SchemaPart[] {
  return schema.anyOf ?? [schema];
}

function step(schema: SchemaPart, part: string | number): readonly SchemaPart[] {
  if (typeof part === "number") return schema.items === undefined ? [] : [schema.items];
  const properties = schema.properties ?? {};
  const known = Object.hasOwn(properties, part) ? properties[part] : undefined;
  if (known !== undefined) return [known];
  return typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : [];
}
