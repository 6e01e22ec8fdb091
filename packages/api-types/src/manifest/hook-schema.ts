import { z } from "zod";
import type { HookDeclaration } from "./manifest.ts";

/** The name of a hook, such as `content:beforeSave`. */
export const hookNameSchema: z.ZodType<string> = z.string().regex(/^[a-z][a-zA-Z0-9:._-]{0,63}$/, "must be a hook name such as content:beforeSave");

const hookSchema: z.ZodType<HookDeclaration> = z.strictObject({
  name: hookNameSchema,
  mode: z.enum(["policy", "observe"]),
  priority: z.int().min(0).max(1000).exactOptional(),
  timeoutMs: z.int().min(1).max(30_000).exactOptional(),
});

/** The shape of `hooks`: at most 100. */
export const hooksSchema: z.ZodType<readonly HookDeclaration[]> = z.array(hookSchema).max(100);
