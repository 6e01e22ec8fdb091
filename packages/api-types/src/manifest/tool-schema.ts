import { z } from "zod";
import { authorSchema } from "./author-schema.ts";
import { pluginPathSchema, shownText } from "./field-schemas.ts";
import type { ToolDeclaration } from "./manifest.ts";

const toolSchema: z.ZodType<ToolDeclaration> = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/, "must be 1 to 64 of letters, digits, _ and -"),
  description: shownText(1024),
  title: shownText(200).exactOptional(),
  params: authorSchema.exactOptional(),
  access: z.enum(["read", "write", "execute"]).exactOptional(),
  confirm: z.boolean().exactOptional(),
  script: pluginPathSchema.exactOptional(),
});

/** The shape of `tools`: at most 100, names unique. */
export const toolsSchema: z.ZodType<readonly ToolDeclaration[]> = z
  .array(toolSchema)
  .max(100)
  .superRefine((tools, context) => {
    const seen = new Set<string>();
    tools.forEach((tool, index) => {
      if (seen.has(tool.name)) context.addIssue({ code: "custom", message: `another tool is named "${tool.name}"`, path: [index, "name"] });
      seen.add(tool.name);
    });
  });
