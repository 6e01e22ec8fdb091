import type { ToolDeclaration } from "@ambit/api-types";
import { jsonSchemaCheck, type ObjectCheck } from "./json-schema-check.ts";

/**
 * Makes the check of a tool's arguments from its declaration.
 *
 * @throws AmbitError `MANIFEST_INVALID` for a schema that the host does not check.
 */
export function argumentCheck({ name, params }: ToolDeclaration): ObjectCheck {
  return jsonSchemaCheck(params, `The arguments of the tool "${name}"`);
}
