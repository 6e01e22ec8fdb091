import { z } from "zod";
import { type LimitName, limitNames, limitTable } from "../limits/limit-table.ts";
import { authorSchema } from "./author-schema.ts";
import { contributesSchema } from "./contributes-schema.ts";
import { pluginIdSchema, pluginPathSchema, shownAddressSchema, shownText, versionSchema } from "./field-schemas.ts";
import { hooksSchema } from "./hook-schema.ts";
import { localizedText } from "./localized-text.ts";
import type { PluginManifest, RunForm } from "./manifest.ts";
import { permissionsSchema } from "./permissions-schema.ts";
import { routesSchema } from "./route-schema.ts";
import { toolsSchema } from "./tool-schema.ts";
import { wasmRunSchema } from "./wasm-run-schema.ts";

const runSchema: z.ZodType<RunForm> = z.union(
  [z.strictObject({ js: pluginPathSchema }), wasmRunSchema],
  'must be { "js": "run.js" } or { "wasm": "run.wasm", "abi": "preview1" | "component" }',
);

const limitsSchema: z.ZodType<Partial<Record<LimitName, number>>> = z.strictObject(
  Object.fromEntries(limitNames.map((name) => [name, limitSchema(name).exactOptional()])),
);

function limitSchema(name: LimitName): z.ZodType<number> {
  const { summary, unit, default: usual, ceiling, pastCeiling } = limitTable[name];
  return z.int("must be a whole number").positive("must be above 0").meta({ description: `${summary} In ${unit}; ${usual} where absent; above ${ceiling}: ${pastCeiling}.` });
}

const iconSchema: z.ZodType<string> = pluginPathSchema.refine((path) => /\.(svg|png)$/.test(path), "must be a .svg or .png file");

/** A field with the words that an editor shows for it. */
function field<Value>(schema: z.ZodType<Value>, description: string): z.ZodType<Value> {
  return schema.meta({ description });
}

/** The shape of `ambit-plugin.json`. What no shape can say (hosts, duplicate keys, ceilings) is checked by the reader in `sandbox-permissions`. */
export const manifestSchema: z.ZodType<PluginManifest> = z.strictObject({
  $schema: z.string().max(2000).exactOptional(),
  id: field(pluginIdSchema, "The plugin's id, unique on a host."),
  version: field(versionSchema, "The exact version."),
  publisher: field(shownText(100), "Who publishes the plugin."),
  api: field(z.literal(1, "must be 1, the major version of the protocol"), "Major version of the protocol that the plugin speaks."),
  displayName: field(localizedText(80), "The name that people see.").exactOptional(),
  description: field(localizedText(1024), "What the plugin does.").exactOptional(),
  icon: field(iconSchema, "A .svg or .png file inside the plugin.").exactOptional(),
  license: field(shownText(100), "The license, such as MIT.").exactOptional(),
  homepage: field(shownAddressSchema, "An https address with more about the plugin.").exactOptional(),
  keywords: field(z.array(shownText(50)).max(20), "Words to find the plugin by.").exactOptional(),
  run: field(runSchema, "The file that is run; absent for a plugin of script tools only.").exactOptional(),
  permissions: field(permissionsSchema, "Everything the plugin asks for. What is absent is not allowed.").default({}),
  limits: field(limitsSchema, "Bounds the plugin asks for. They open nothing.").default({}),
  tools: field(toolsSchema, "What a person or an agent can ask the plugin to do.").default([]),
  hooks: field(hooksSchema, "The hooks it handles.").default([]),
  routes: field(routesSchema, "The requests to the application that it answers.").exactOptional(),
  contributes: field(contributesSchema, "Shell lines that the application runs on events; the person agrees to each.").exactOptional(),
  config: field(authorSchema, "JSON Schema of the plugin's settings.").exactOptional(),
}) as unknown as z.ZodType<PluginManifest>;
