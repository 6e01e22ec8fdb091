import { z } from "zod";

/**
 * A holder's tag. Providers put tags into command lines and environments, so nothing else gets that far. One tag may be the beginning
 * of another; they are compared whole.
 */
export const SANDBOX_TAG_RE: RegExp = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/** Schema of a tag; see {@link SANDBOX_TAG_RE}. */
export const sandboxTagSchema: z.ZodType<string> = z.string().regex(SANDBOX_TAG_RE, "must be 1 to 128 of A-Z, a-z, 0-9, _ and -, starting with a letter or digit");

/** Schema of the name of a file system or an instance, such as `ambit-env-4f2a`: the same form on every provider. */
export const sandboxNameSchema: z.ZodType<string> = z.string().regex(/^[a-z0-9][a-z0-9._-]{1,99}$/, "must be 2 to 100 of a-z, 0-9, ., _ and -, starting with a letter or digit");
