import type { JsonObject, JsonValue } from "@ambit/api-types";

/** One setting of a plugin, beside what JSON Schema says of it. */
export interface SettingField {
  readonly name: string;
  /** Its value is given and kept as a secret. */
  readonly secret: boolean;
  /** What an organisation may do with it: see it, or set it for itself. It knows nothing of it where absent. */
  readonly org?: "readonly" | "override";
}

/** The settings that a manifest's `config` declares, in its order. */
export function settingFields(config: JsonObject | undefined): readonly SettingField[] {
  return Object.entries(objectOf(config?.["properties"])).map(([name, schema]) => {
    const { secret, org } = objectOf(schema);
    return { name, secret: secret === true, ...((org === "readonly" || org === "override") && { org }) };
  });
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}
