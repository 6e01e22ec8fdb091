import { z } from "zod";
import { jsonObjectSchema } from "../json/json-value.ts";
import { type LimitName, limitNames } from "../limits/limit-table.ts";
import { pluginIdSchema, pluginPathSchema, shownText, versionSchema } from "./field-schemas.ts";
import type { LocalizedText, PluginManifest, RunForm } from "./manifest.ts";
import { hooksSchema } from "./hook-schema.ts";
import { permissionsSchema } from "./permissions-schema.ts";
import { toolsSchema } from "./tool-schema.ts";

function localized(most: number): z.ZodType<LocalizedText> {
  const text = shownText(most);
  const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, "must be a language tag such as en or pt-BR");
  return z.union([text, z.record(language, text).refine((texts) => Object.hasOwn(texts, "en"), "must have a text in `en`")]) as z.ZodType<LocalizedText>;
}

const runSchema: z.ZodType<RunForm> = z.union(
  [
    z.strictObject({ js: pluginPathSchema }),
    z.strictObject({ wasm: pluginPathSchema, abi: z.enum(["preview1", "component"]).default("preview1") }),
  ],
  'must be { "js": "run.js" } or { "wasm": "run.wasm", "abi": "preview1" | "component" }',
);

const limitsSchema: z.ZodType<Partial<Record<LimitName, number>>> = z.strictObject(
  Object.fromEntries(limitNames.map((name) => [name, z.int("must be a whole number").positive("must be above 0").exactOptional()])),
);

const httpsUrl: z.ZodType<string> = z.url({ protocol: /^https$/, error: "must be an https address" }).max(2000);

/** The shape of `ambit-plugin.json`. What no shape can say (hosts, duplicate keys, ceilings) is checked by the reader in `sandbox-permissions`. */
export const manifestSchema: z.ZodType<PluginManifest> = z.strictObject({
  $schema: z.string().max(2000).exactOptional(),
  id: pluginIdSchema,
  version: versionSchema,
  publisher: shownText(100),
  api: z.literal(1, "must be 1, the major version of the protocol"),
  displayName: localized(80).exactOptional(),
  description: localized(1024).exactOptional(),
  icon: pluginPathSchema.refine((path) => /\.(svg|png)$/.test(path), "must be a .svg or .png file").exactOptional(),
  license: shownText(100).exactOptional(),
  homepage: httpsUrl.exactOptional(),
  keywords: z.array(shownText(50)).max(20).exactOptional(),
  run: runSchema.exactOptional(),
  permissions: permissionsSchema.default({}),
  limits: limitsSchema.default({}),
  tools: toolsSchema.default([]),
  hooks: hooksSchema.default([]),
  config: jsonObjectSchema.exactOptional(),
}) as unknown as z.ZodType<PluginManifest>;
