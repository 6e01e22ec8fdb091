import { z } from "zod";
import { documentFieldSchema, plainNameSchema, shownText } from "./field-schemas.ts";
import type { CollectionDeclaration, FilePermission, NamedPermission, PermissionsDeclaration } from "./manifest.ts";

const MOST_ENTRIES = 1000;
const reasonSchema = shownText(280).exactOptional();

/** An entry that is a name, or a name with its reason; both forms become the second. */
function named(key: string, name: z.ZodType<string>): z.ZodType<readonly NamedPermission[]> {
  const entry = z.union([
    name.transform((value): NamedPermission => ({ name: value })),
    z.strictObject({ [key]: name, reason: reasonSchema }).transform((value): NamedPermission => {
      const { [key]: text, reason } = value as Record<string, string | undefined>;
      return { name: text ?? "", ...(reason !== undefined && { reason }) };
    }),
  ]);
  return z.array(entry).max(MOST_ENTRIES);
}

const entryText = z.string().min(1).max(512);
const rootShorthand = z
  .string()
  .regex(/^(rw:)?[a-zA-Z][a-zA-Z0-9-]{0,63}$/, 'must be a root such as "agent" or "rw:agent"')
  .transform((text): FilePermission => (text.startsWith("rw:") ? { root: text.slice(3), access: "write" } : { root: text, access: "read" }));

const fileEntry: z.ZodType<FilePermission> = z.union([
  rootShorthand,
  z.strictObject({
    root: plainNameSchema,
    path: z.string().min(1).max(4096).exactOptional(),
    access: z.enum(["read", "write"]).default("read"),
    reason: reasonSchema,
  }),
]) as z.ZodType<FilePermission>;

const indexSchema = z.array(z.union([documentFieldSchema, z.array(documentFieldSchema).min(1).max(8)])).max(16);
const collectionSchema: z.ZodType<CollectionDeclaration> = z.strictObject({
  indexes: indexSchema.exactOptional(),
  uniqueIndexes: indexSchema.exactOptional(),
});

/** The shape of `permissions`. What the entries mean is judged where they are compiled. */
export const permissionsSchema: z.ZodType<PermissionsDeclaration> = z.strictObject({
  network: named("host", entryText).exactOptional(),
  files: z.array(fileEntry).max(MOST_ENTRIES).exactOptional(),
  commands: named("line", entryText).exactOptional(),
  secrets: named("name", plainNameSchema).exactOptional(),
  events: named("name", plainNameSchema).exactOptional(),
  capabilities: named("id", plainNameSchema).exactOptional(),
  storage: z.record(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "must be a collection name of a-z, 0-9 and _"), collectionSchema).exactOptional(),
});
