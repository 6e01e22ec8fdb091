import { z } from "zod";

/**
 * Characters that turn what a person reads into something else: controls, bidi marks, private use, and everything that
 * is drawn as nothing. Only the two marks that pick an emoji's form are spared.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u;

/** Tells whether a text holds characters that nobody sees, or that change how others are seen. */
export function hasHidden(text: string): boolean {
  return HIDDEN.test(text);
}

/** More marks on one letter than any script needs: they would run over the lines above and below. */
const STACKED_MARKS = /[\p{Mn}\p{Me}]{5}/u;

/** A mark without a letter of its own: it would be drawn on what stands before the text. */
const LOOSE_MARK = /^\p{M}/u;

/** Text shown to people: one line, in NFC as written, no hidden characters, at most `most` characters. */
export function shownText(most: number): z.ZodType<string> {
  return z
    .string()
    .min(1, "must not be empty")
    .max(most, `must be at most ${most} characters`)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode")
    .refine((text) => !HIDDEN.test(text), "must be one line without control, bidi or invisible characters")
    .refine((text) => text === text.trim(), "must not begin or end with a space")
    .refine((text) => text === text.normalize("NFC"), "must be written in Unicode's composed form (NFC)")
    .refine((text) => !STACKED_MARKS.test(text), "must not stack marks on one letter")
    .refine((text) => !LOOSE_MARK.test(text), "must not begin with a mark that belongs on a letter");
}

/** An https address that people are shown: as a browser would open it, so that what is read is where it leads. */
export const shownAddressSchema: z.ZodType<string> = z
  .string()
  .max(2000)
  .refine((text) => isPlainAddress(text), "must be an https address, plainly written: no user name, no spaces or hidden characters, the host as browsers write it")
  .meta({ format: "uri" });

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "" || HIDDEN.test(text) || /\s/u.test(text)) return false;
  return text.startsWith(`${url.origin}/`) || text === url.origin;
}

/** A path inside the plugin: relative, `/` only, no `.` or `..`, no hidden character. A leading `./` is dropped. */
export const pluginPathSchema: z.ZodType<string> = z
  .string()
  .max(512, "must be at most 512 characters")
  .transform((path) => path.replace(/^\.\//, ""))
  .refine((path) => isInside(path), "must be a relative path that stays inside the plugin");

function isInside(path: string): boolean {
  if (path === "" || !path.isWellFormed() || HIDDEN.test(path) || /[\\:]/.test(path) || path.startsWith("~")) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

/** A plugin's id. */
export const pluginIdSchema: z.ZodType<string> = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be 1 to 64 of a-z, 0-9 and -, not starting with -");

/** An exact semantic version. */
export const versionSchema: z.ZodType<string> = z
  .string()
  .max(256)
  .regex(
    /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$/,
    "must be an exact version such as 1.2.3",
  );

/** The name of a root, secret or other thing that a host looks up: a plain identifier, never a key of an object's prototype. */
export const plainNameSchema: z.ZodType<string> = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9._:-]{0,63}$/, "must be 1 to 64 of letters, digits and . _ : -, starting with a letter")
  .refine((name) => !(name in Object.prototype), "must not be a name that every object has");

/** The name of a field of a stored document. */
export const documentFieldSchema: z.ZodType<string> = z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/, "must be a field name");
